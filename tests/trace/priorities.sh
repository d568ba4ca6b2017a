#!/bin/sh
# priorities.sh PROGRAM READER TAKT-TRACE TIME: paper 3's cases have exactly the switches that its rule gives, slices their
# shares, a mutex no unbounded inversion and a semaphore one; every recording holds together, and the program says so by
# its status. A recording that contradicts the rule is told from one that does not.
set -eu

TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

"$1" >/dev/null
"$2" "$TAKT_RESULTS" "$4"
for recording in "$TAKT_RESULTS"/*.takt; do
    "$3" lint "$recording" >/dev/null || { "$3" lint "$recording"; exit 1; }
done
"$3" stats --cycle cycle "$TAKT_RESULTS/priorities-unique-4.takt" | grep 'context switches a cycle 18 to 18'

# the other case's recording in its place: the rule must notice
amount=$(ls "$TAKT_RESULTS"/*.takt | wc -l)
cp "$TAKT_RESULTS/priorities-unique-4.takt" "$TAKT_RESULTS/priorities-equal-4.takt"
! "$2" "$TAKT_RESULTS" "$4" >/dev/null
cp "$TAKT_RESULTS/priorities-inversion-semaphore.takt" "$TAKT_RESULTS/priorities-inversion-mutex.takt"
"$2" "$TAKT_RESULTS" virtual | grep 'middle ran while high waited.*MISSED'
echo "amount: $amount recordings"
