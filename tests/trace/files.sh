#!/bin/sh
# files.sh PROGRAM TAKT-TRACE ARGUMENT...: the board's program saves recordings; the reader finds nothing wrong with
# them, and what they hold.
set -eu

program=$1 tool=$2
shift 2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

"$program" "$@"
cd "$TAKT_RESULTS"
"$tool" lint trace-flight.takt
"$tool" info trace-flight.takt | grep 'older packets were overwritten'
"$tool" lint trace-open.takt
"$tool" list trace-open.takt | grep -c ' mark ' | grep -qx 3
"$tool" lint trace-half.takt
"$tool" list trace-half.takt | grep -c ' mark ' | grep -qx 3
"$tool" lint trace-wrap.takt

# lossy: said first, and by the status
status=0
"$tool" lint trace-lossy.takt >said || status=$?
[ $status = 1 ]
head -n 1 said | grep -q '^LOST: core 0 had no room for [1-9][0-9]* events'

# full: nothing is missing before, and it says why it ends there
"$tool" lint trace-once.takt
"$tool" list trace-once.takt | tail -n 1 | grep -q ' stopped .* reason=1$'

# an image of memory: all but its check sums is as in the file that was saved; the newest mark is there
status=0
"$tool" list trace-raw.bin >raw 2>said || status=$?
[ $status = 1 ]
grep -q 'packets have no check sum' said
! grep -q DAMAGED said || { cat said; exit 1; }
"$tool" list trace-flight.takt >saved
[ "$(awk '$5 == "mark" { last = $NF } END { print last }' raw)" = "$(awk '$5 == "mark" { last = $NF } END { print last }' saved)" ]

# the two marks around the wrap of a record's 32 bits lie in order, and close to each other
"$tool" list trace-wrap.takt | awk '$5 == "mark" { time[n++] = $1 }
    END { if (n != 2 || time[1] <= time[0] || time[1] - time[0] > 4e6) { print "times", time[0], time[1]; exit 1 } }'
