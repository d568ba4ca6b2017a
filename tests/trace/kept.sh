#!/bin/sh
# kept.sh ROOT BUILD COMMAND...: what was recorded before the reset is read after it, whole; and so is a recording that was
# made after it, which has nothing of the one before.
set -eu

root=$1 build=$2
shift 2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

# the reader is the development machine's
cmake -S "$root" -B "$build/machine" -G Ninja -DTAKT_BOARD=sim >"$TAKT_RESULTS/made" 2>&1 &&
    cmake --build "$build/machine" --target takt-trace >"$TAKT_RESULTS/made" 2>&1 || { cat "$TAKT_RESULTS/made"; exit 1; }
tool=$build/machine/tools/takt-trace

"$@"
cd "$TAKT_RESULTS"
"$tool" info trace-kept.takt >info || true # packets that the reset left have no check sum: that is said
! grep -q 'DAMAGED\|LOST' info || { cat info; exit 1; }
grep -q 'the last was not closed' info
grep -q 'before the reset' info
"$tool" info trace-memory.bin >image || true
! grep -q 'DAMAGED\|LOST' image || { cat image; exit 1; }
for recording in trace-kept.takt trace-memory.bin; do
    "$tool" list $recording 2>/dev/null >marks || true
    awk '$5 == "mark" { if ($NF != "value=" n++) exit 1 } END { exit n != 700 }' marks ||
        { echo "$recording has not the 700 marks"; exit 1; }
done
"$tool" lint trace-anew.takt
[ "$("$tool" list trace-anew.takt | grep -c ' mark ')" = 1 ]
