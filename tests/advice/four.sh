#!/bin/sh
# four.sh SOURCE WORK TAKT-TRACE LAST: random.sh on an image for four cores, which is built here, with random applications 1 to
# LAST on one to four cores; two halves side by side.
set -eu

source=$1 work=$2 tool=$3 last=$4
mkdir -p "$work"
set -- -S "$source" -B "$work" -G Ninja -DTAKT_BOARD=sim -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    '-DTAKT_SET=CONFIG_TAKT_TRACE=y;CONFIG_TAKT_CORES=4;CONFIG_TAKT_TRACE_PACKETS=256'
cmake "$@" >"$work/log" 2>&1 && cmake --build "$work" --target advice-random >"$work/log" 2>&1 || {
    tail -n 40 "$work/log"
    exit 1
}
here=$(dirname "$0") half=$((last / 2))
sh "$here/random.sh" "$work/tests/bin/advice-random" "$tool" 1 $half >"$work/first" 2>&1 &
status=0
sh "$here/random.sh" "$work/tests/bin/advice-random" "$tool" $((half + 1)) "$last" || status=1
wait $! || status=1
cat "$work/first"
exit $status
