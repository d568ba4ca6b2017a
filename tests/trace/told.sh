#!/bin/sh
# told.sh PROGRAM TAKT-TRACE [THREAD]: the program's own checks hold, and what it saved has no faults, names every kind, and
# says THREAD of a thread, in the units of a person whatever the board counts in.
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
    grep -q "^  core 0  thread .*${3:-}" "$TAKT_RESULTS/info" || { echo "no thread with: $3"; cat "$TAKT_RESULTS/info"; exit 1; }
done
