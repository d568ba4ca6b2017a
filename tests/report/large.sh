#!/bin/sh
# large.sh SOURCE GENERATE TAKT-TRACE: a page of a million spans opens and moves in time.
set -eu

for tool in chromium node; do
    command -v $tool >/dev/null 2>&1 || { echo "$tool is not here; ./takt setup --full installs it"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
"$2" "$folder/large.takt" 1840000 2
"$3" html --out "$folder/large.html" "$folder/large.takt"
node "$1/large.mjs" "$folder/large.html" 1000
