#!/bin/sh
# perfetto.sh SOURCE PRIORITIES ACROSS TAKT-TRACE PACKAGE: Perfetto's trace processor reads both exports for it without an
# error, and finds in them the switches, run times and threads that the recording has.
set -eu

source=$1 priorities=$2 across=$3 tool=$4 package=$5
for reader in node chromium; do
    command -v $reader >/dev/null 2>&1 || { echo "$reader is not here; ./takt setup --full installs it"; exit 77; }
done
[ -f "$package/engine_bundle.js" ] || { echo "Perfetto's trace processor is not here; ./takt setup --full fetches it"; exit 77; }
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$priorities" >/dev/null
"$across" >/dev/null
cd "$TAKT_RESULTS"
ask() { node "$source/perfetto.mjs" "$package" "$source/../report/chromium.mjs" "$1" "$2"; }
same() { [ "$1" = "$2" ] || { echo "$3: $1, and the recording has $2"; exit 1; }; }
checks=0

errors="(select count(*) from stats where severity = 'error' and value > 0)"
sched="(select count(*) from sched_slice), (select count(*) from slice where name like 'interrupt %' and dur >= 0)"
found() { "$tool" list $1 | grep -c " $2 " || true; }

"$tool" export --to perfetto --out across.pb across.takt
same "$(ask across.pb "select $errors, $sched")" "0 $(found across.takt switch) $(found across.takt irq_enter)" \
    "errors, switches and handlers of two cores"

# run times are those of statistics, in nanoseconds; who waits is not taken for who is preempted: only D was
unique=priorities-unique-4.takt
ran() {
    "$tool" stats $unique | awk -v thread=$1 '$1 == 0 && $2 == thread && NF == 12 { printf "%.0f", $4 * 1000; exit }'
}
of() { echo "(select sum(dur) from sched_slice join thread using (utid) where thread.name = '$1')"; }
"$tool" export --to perfetto --out events.pb $unique
same "$(ask events.pb "select $errors, $sched, $(of A), $(of B), $(of C), (select group_concat(distinct thread.name)
    from sched_slice join thread using (utid) where end_state like 'R%' and dur > 0)")" \
    "0 $(found $unique switch) $(found $unique irq_enter) $(ran A) $(ran B) $(ran C) D" "one core's errors, switches, handlers, times"

"$tool" export --to json --out events.json $unique
same "$(ask events.json "select $errors, (select sum(dur) from slice where name = 'A'), (select sum(dur) from slice where name = 'B')")" \
    "0 $(ran A) $(ran B)" "errors and times in JSON"
echo "amount: 12 figures"
