#!/bin/sh
# told.sh PROGRAM TAKT-TRACE: the program's own checks hold, and what it saved has no faults and names every kind.
set -eu

TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

"$1"
for recording in "$TAKT_RESULTS"/*.takt; do
    "$2" lint "$recording"
    "$2" info "$recording" >"$TAKT_RESULTS/info"
    for kind in thread semaphore mutex condition queue events timer pool LLQ; do
        grep -q "^  core 0  $kind " "$TAKT_RESULTS/info" || { echo "no $kind is told"; cat "$TAKT_RESULTS/info"; exit 1; }
    done
done
