#!/bin/sh
# bench_sim.sh BENCH CHECK WORK: the counts of the cores that this build has; the same seed gives the same bytes.
set -eu

for run in one two; do
    TAKT_RESULTS=$3/$run
    export TAKT_RESULTS
    rm -rf "$TAKT_RESULTS"
    "$1" --seed 5
    "$2" "$TAKT_RESULTS/llq-sim.json"
done
cmp "$3/one/llq-sim.json" "$3/two/llq-sim.json"
echo "amount: $(grep -c '"source"' "$3/one/llq-sim.json") rows"
