#!/bin/sh
# counted.sh COMMAND...: the experiment on an emulator that counts instructions; its status says whether all holds.
set -eu

TAKT_ICOUNT=1
TAKT_RESULTS=$(mktemp -d)
export TAKT_ICOUNT TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$@"
echo "amount: $(ls "$TAKT_RESULTS" | wc -l) results"
