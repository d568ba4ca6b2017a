#!/bin/sh
# latency on an emulator that counts instructions. $1 python, $2 demands.py, $3 most that kernel-heavy may be, of full, or none;
# the rest starts the program.
set -eu
python=$1 demands=$2 heavier=''
[ "$3" = none ] || heavier="heavy $3 full"
shift 3
TAKT_ICOUNT=1 TAKT_ICOUNT_SHIFT=5 TAKT_RESULTS=$(mktemp -d)
export TAKT_ICOUNT TAKT_ICOUNT_SHIFT TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$@" seconds=1 loads=unloaded,threads,full,heavy
"$python" "$demands" "$TAKT_RESULTS"/latency-*.json threads 1.05 unloaded $heavier
