#!/bin/sh
# A thread that neither works nor calls is found out, named, and can be had again: stall.sh PROGRAM
set -u
out=$(mktemp)
trap 'rm -f "$out"' EXIT
timeout 110 "$1" --cores 1 --seed 5 how=stall >"$out" 2>&1
got=$?
cat "$out"
[ $got -eq 3 ] || exit 1
grep -q 'no progress for 10 s of host time: core 0, thread first' "$out" || exit 1
grep -q 'replay:.* --seed 5 --cores 1 how=stall' "$out" || exit 1
echo "amount: 1 stalled run"
