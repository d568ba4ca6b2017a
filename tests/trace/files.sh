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
"$tool" lint trace-wrap.takt

# the two marks around the wrap of a record's 32 bits lie in order, and close to each other
"$tool" list trace-wrap.takt | awk '$5 == "mark" { time[n++] = $1 }
    END { if (n != 2 || time[1] <= time[0] || time[1] - time[0] > 4e6) { print "times", time[0], time[1]; exit 1 } }'
