#!/bin/sh
# priorities.sh PROGRAM READER TAKT-TRACE: paper 3's cases have exactly the switches that its rule gives, every
# recording holds together, and the program says so by its status.
set -eu

TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

"$1" >/dev/null
"$2" "$TAKT_RESULTS" virtual
for recording in "$TAKT_RESULTS"/*.takt; do
    "$3" lint "$recording" >/dev/null || { "$3" lint "$recording"; exit 1; }
done
"$3" stats --cycle cycle "$TAKT_RESULTS/priorities-unique-4.takt" | grep 'context switches a cycle 18 to 18'
echo "amount: $(ls "$TAKT_RESULTS"/*.takt | wc -l) recordings"
