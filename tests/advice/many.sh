#!/bin/sh
# many.sh PROGRAM TAKT-TRACE EVENTS SECONDS: a recording of so many events is replayed, and takes no more processor time than
# that. The figure depends on the machine; the limit is wide, and finds what grows faster than the recording.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
"$1" events="$3" file=many.takt >/dev/null
"$2" replay many.takt >out.txt || { cat out.txt; exit 1; }
used=$(python3 - "$2" <<'P'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "replay", "many.takt"], stdout=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("%.2f" % (used.ru_utime + used.ru_stime))
P
)
events=$(sed -n 's/.*recording: \([0-9]*\) events.*/\1/p' out.txt)
echo "$events events, loaded and replayed in $used s of processor time"
awk -v used="$used" -v limit="$4" 'BEGIN { exit !(used <= limit) }' || exit 1
[ "$events" -ge $(($3 * 9 / 10)) ] || exit 1
echo "amount: $events events"
