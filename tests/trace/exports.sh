#!/bin/sh
# exports.sh PROGRAM TAKT-TRACE SOURCE: each format is read by a program that others wrote. Its standard error is
# read, too: babeltrace2 tells losses there and ends with status 0.
set -eu

program=$1 tool=$2 source=$3
for reader in babeltrace2 vcd2fst fst2vcd python3 protoc; do
    command -v $reader >/dev/null 2>&1 || { echo "$reader is not here; ./takt setup --full installs it"; exit 77; }
done
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$program" >/dev/null
cd "$TAKT_RESULTS"
recording=priorities-unique-4.takt
events=$("$tool" list $recording | wc -l)
switches=$("$tool" list $recording | grep -c ' switch ')

same() { [ "$1" = "$2" ] || { echo "$3: $1, and the recording has $2"; exit 1; }; }

"$tool" export --to ctf --out ctf $recording
babeltrace2 ctf >events.txt 2>errors.txt
[ ! -s errors.txt ] || { cat errors.txt; exit 1; }
same "$(wc -l <events.txt)" "$events" "babeltrace2's events"
same "$(grep -c ' sched_switch: ' events.txt)" "$switches" "babeltrace2's switches"
grep -q 'object = ( "queue A"' events.txt

"$tool" export --to csv --out events.csv $recording
same "$(python3 -c 'import csv, sys; print(sum(1 for row in csv.DictReader(open("events.csv", newline="")) if row["time_ns"]))')" \
    "$events" "rows of CSV"

# every slice of a track lies behind the one before it, and together they are the recording's span
"$tool" export --to json --out events.json $recording
python3 - "$switches" <<'P'
import json, sys
events = json.load(open("events.json"))["traceEvents"]
slices = [e for e in events if e["ph"] == "X"]
assert len(slices) == int(sys.argv[1]) + 1, len(slices)
end = 0.0
for e in slices:
    assert abs(e["ts"] - end) < 1e-6, (e, end)
    end = e["ts"] + e["dur"]
P

"$tool" export --to vcd --out events.vcd $recording
[ "$(grep -c '^sD ' events.vcd)" -gt 100 ]
vcd2fst events.vcd events.fst >/dev/null
fst2vcd events.fst >again.vcd
same "$(grep -c '^sD$\|^sD ' again.vcd)" "$(grep -c '^sD ' events.vcd)" "times that D began to run"
# every byte of Perfetto's format is in a field that protoc finds, of the type that it shall have
"$tool" export --to perfetto --out events.pb $recording
protoc --decode=Trace -I "$source" "$source/perfetto.proto" <events.pb >events.pb.txt
if grep -E '^ *[0-9]+[:{ ]' events.pb.txt; then exit 1; fi
same "$(grep -c 'sched_switch {' events.pb.txt)" "$switches" "switches in Perfetto's format"
same "$(grep -c 'sched_waking {' events.pb.txt)" "$("$tool" list $recording | grep -c ' ready ')" "wake-ups in Perfetto's format"
same "$(grep -c ' flow_ids:' events.pb.txt)" "$(grep -c ' terminating_flow_ids:' events.pb.txt)" "arrows that begin in it"

"$tool" export --to btf --out events.btf $recording
same "$(python3 "$source/btf.py" events.btf)" "$((switches + 1))" "runs of tasks in BTF"

# ThreadX's, and back: as many switches, calls and suspensions, waiting for the same
"$tool" export --to trx --out trx $recording
"$tool" lint trx >/dev/null
same "$("$tool" list trx/core0.trx | grep -c ' switch ')" "$switches" "switches from .trx"
for event in queue_send ready unready yield mark block; do
    same "$("$tool" list trx/core0.trx | grep -c " $event ")" "$("$tool" list $recording | grep -c " $event ")" "$event from .trx"
done
waits() { "$tool" stats "$1" | awk '$3 == "queue" && NF == 8 { print $2, $4, $5, $6 }' | sort; }
waits $recording >once
[ -s once ]
waits trx/core0.trx | cmp - once

"$tool" import --out five.takt --tick 5 trx/core0.trx >/dev/null
"$tool" list trx/core0.trx | awk 'NR == 300 { print $1 * 5 }' >once
"$tool" list five.takt | awk 'NR == 300 { print $1 * 1 }' >five
cmp once five

# one file that asks for nothing else, with a lane for the core and each thread that was met
"$tool" html --out page.html $recording
same "$(grep -c '^{"core":' page.html)" 6 "lanes of the page"
if grep -E '(src|href)="' page.html; then exit 1; fi

echo "amount: 8 formats of $events events"
