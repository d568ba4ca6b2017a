#!/bin/sh
# Finds the planted bug by seeds, takes the command that the failing run printed, and runs it twice: both runs must
# fail as the first did, to the byte. Seeds before it, which pass, show that the seed makes the difference.
# usage: run.sh PROGRAM
set -eu
program=$1
most=2000
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

seed=1
while "$program" --mode seeded --cores 1 --seed $seed >"$folder/found" 2>&1; do
    seed=$((seed + 1))
    if [ $seed -gt $most ]; then
        echo "FAIL: $most seeds did not find the planted bug"
        exit 1
    fi
done
echo "found by seed $seed, after $((seed - 1)) seeds that passed:"
cat "$folder/found"

command=$(sed -n 's/^replay: //p' "$folder/found")
if [ -z "$command" ]; then
    echo "FAIL: the failing run printed no line \"replay: COMMAND\""
    exit 1
fi
for run in first second; do
    if sh -c "$command" >"$folder/$run" 2>&1; then
        echo "FAIL: the $run replay passed: $command"
        exit 1
    fi
    if ! cmp "$folder/found" "$folder/$run"; then
        echo "FAIL: the $run replay differs:"
        cat "$folder/$run"
        exit 1
    fi
done
if [ $seed -eq 1 ]; then
    echo "FAIL: the first seed failed, so this says nothing about seeds: plant a rarer bug"
    exit 1
fi
echo "replayed twice, each time the same to the byte"
echo "amount: $((seed + 2)) runs"
