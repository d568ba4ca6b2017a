#!/bin/sh
# latency on host: it runs, and its result is good. Times are not judged. $1 latency, $2 takt-results-check, $3 a folder.
set -eu
mkdir -p "$3" && cd "$3"
TAKT_RESULTS=. "$1" --cores 1 seconds=1 rate=256 >host.out || { cat host.out; exit 1; }
"$2" latency-host.json
echo "amount: 1 runs"
