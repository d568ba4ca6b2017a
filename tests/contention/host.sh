#!/bin/sh
# contention on host, a quick look: no update is lost, the result is good, the counts are right. Times are not judged.
# $1 contention, $2 takt-results-check, $3 contention-counts, $4 a folder to use.
set -eu
mkdir -p "$4" && cd "$4"
TAKT_RESULTS=. "$1" --cores 2 quick=1 >host.out || {
    cat host.out
    exit 1
}
"$2" contention-host.json
"$3" contention-host.json 2000 real || exit 1
echo "amount: 1 runs"
