#!/bin/sh
# stream.sh PROGRAM TAKT-TRACE LIVE: the stream is whole, every mark is in it once and in order; and with LIVE it is read
# while it grows.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
stream=$folder/stream.takt

"$1" ms=2000 "file=$stream" >"$folder/said" &
program=$!
looks=0
while [ -n "${3-}" ] && kill -0 $program 2>/dev/null; do
    if [ -s "$stream" ]; then
        "$2" info "$stream" >"$folder/info" || { cat "$folder/info"; exit 1; }
        looks=$((looks + 1))
    fi
    sleep 0.2
done
wait $program || { cat "$folder/said"; exit 1; }
[ -z "${3-}" ] || [ $looks -gt 2 ] || { echo "read $looks times while it grew"; exit 1; }
"$2" lint "$stream"
marks=$(sed -n 's/^marks: //p' "$folder/said")
"$2" list "$stream" | awk -v marks="$marks" '$0 ~ / mark / {
    if ($NF != "value=" n++) { print "mark", n - 1, "is", $NF; exit 1 } }
    END { if (n != marks) { print n, "of", marks, "marks"; exit 1 } }'
grep '^amount' "$folder/said"
