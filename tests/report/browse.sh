#!/bin/sh
# browse.sh SOURCE PRIORITIES READER REPORT ACROSS: the pages in a browser, wide and narrow, light and dark.
set -eu

source=$1
for tool in chromium node; do
    command -v $tool >/dev/null 2>&1 || { echo "$tool is not here; ./takt setup --full installs it"; exit 77; }
done
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$2" >/dev/null
"$5" >/dev/null # two cores, 40 messages between them
"$3" "$TAKT_RESULTS" virtual >/dev/null || [ $? -eq 1 ] # whether demands hold is no question of this test
"$4" "$TAKT_RESULTS" >/dev/null
node "$source/browse.mjs" "$TAKT_RESULTS"
