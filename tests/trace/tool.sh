#!/bin/sh
# tool.sh TAKT-TRACE TRACE-GENERATE PRIORITIES ACROSS: what commands say and end with, as a script in continuous
# integration sees it.
set -eu

tool=$1 generate=$2 priorities=$3 across=$4
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
cd "$TAKT_RESULTS"
"$generate" sound.takt 20000 2 >/dev/null
"$priorities" >/dev/null
"$across" >/dev/null
checks=0

# ends STATUS COMMAND...: what it printed is in said
ends() {
    wanted=$1
    shift
    status=0
    "$tool" "$@" >said 2>&1 || status=$?
    [ "$status" = "$wanted" ] || { echo "takt-trace $*: ended with $status, not $wanted"; cat said; exit 1; }
    checks=$((checks + 1))
}

says() { grep -q -e "$1" said || { echo "not said: $1"; cat said; exit 1; }; }

ends 0 lint sound.takt
ends 0 stats sound.takt
ends 2 stats --between start,stop sound.takt
ends 2 nothing sound.takt
ends 2 stats --cycle
ends 2 info /nowhere
ends 2 diff sound.takt

# a packet in the middle is gone: everything says so and ends with 1, and no rule of lint mistakes it for a fault
head=$((64 + 5 * 48))
{ head -c $((head + 4096 * 3)) sound.takt; tail -c +$((head + 4096 * 4 + 1)) sound.takt; } >lossy.takt
for command in lint stats chains info list; do
    ends 1 $command lossy.takt
    says 'LOST: 1 packets of core 0'
done
ends 1 lint lossy.takt
says ', 0 faults'
ends 1 export --to csv --out lossy.csv lossy.takt

# load of a core is never above 100 %
"$tool" stats sound.takt | awk '$1 == "0" && NF == 15 { if ($13 > 100 || $13 < 10) exit 1; found = 1 } END { exit !found }'

# the article's cases: 4 and 18 switches a cycle, D's resumptions preempt at once or never
unique=priorities-unique-4.takt equal=priorities-equal-4.takt
ends 0 stats --cycle cycle $equal
says 'context switches a cycle 4 to 4'
ends 0 stats --cycle RO:D $unique
says 'context switches a cycle 18 to 18'
ends 0 stats --between cycle,cycle $unique
says '^QS  queue_send  *9 '
says '^QR  queue_receive  *9 '
says '^IR  ready  *9 '
says '^0  *D  *C  *3$'
ends 0 stats --between cycle,cycle $equal
says '^IR  ready  *3 '
says '^RO  yield  *1 '
if grep -q 'preempted at once$' said; then exit 1; fi

# chains: the parts add up, a limit that is kept and one that is not
ends 0 chains --out links.csv --limit A=10 --limit B=10 $unique
awk -F, 'NR > 1 { if ($6 != $7 + $8 + $9 + $10 + $11) { print "parts of", $0; exit 1 } n++ } END { exit n < 100 }' links.csv
ends 1 chains --limit A=10 --limit C=0.01 $unique
says 'TOO LATE: C ran'
ends 2 chains --limit X=1 $unique
ends 0 chains across.takt
says '^0  *core 1  *inbox  *receiver'
says '^  *worst  *bell 0.[1-9]'

# two recordings
ends 0 diff $unique $unique
says '^0 differences'
ends 1 diff $unique $equal
says '^core 0, event '
says '^core 0 D  *preempted'
ends 1 diff --only figures --within 50 $unique $equal
says 'switches'
ends 0 diff --only figures --within 100000 $unique $unique
ends 1 diff sound.takt lossy.takt

echo "amount: $checks commands"
