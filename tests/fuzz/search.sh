#!/bin/sh
# search.sh SOURCE CORPUS SECONDS WORK FLAG... -- FILE...: has clang build a reader with libFuzzer and sanitizers, and
# searches from its corpus for so long. New inputs stay in WORK; what breaks the reader is kept there and said.
set -eu
source=$1 corpus=$2 seconds=$3 work=$4
shift 4
clang=''
for name in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
    ! command -v "$name" >/dev/null 2>&1 || { clang=$name; break; }
done
[ -n "$clang" ] || { echo "clang is not here; ./takt setup --full installs it"; exit 77; }
mkdir -p "$work/found"
flags=''
while [ "$1" != -- ]; do flags="$flags $1"; shift; done
shift
# shellcheck disable=SC2086 # flags are words
"$clang" -g -O1 -std=gnu11 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined $flags \
    -o "$work/search" "$source" "$@" || { echo "clang cannot build it; libFuzzer is in ./takt setup --full"; exit 1; }
cd "$work"
"$work/search" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -artifact_prefix="$work/" \
    -close_fd_mask=2 -print_final_stats=1 found "$corpus" >log 2>&1 || {
    tail -n 40 log
    echo "An input that breaks it is in $work (crash-*, timeout-*). Once it is mended, put it into $corpus."
    exit 1
}
echo "amount: $(sed -n 's/.*number_of_executed_units: *//p' log) inputs"
