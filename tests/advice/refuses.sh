#!/bin/sh
# refuses.sh PROGRAM TAKT-TRACE: what cannot be replayed is refused with status 2 and a word on why.
set -eu

tool=$2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$1" >/dev/null
cd "$TAKT_RESULTS"
whole=priorities-unique-16.takt
cases=0

# refused WORD ARGUMENT...
refused() {
    word=$1
    shift
    status=0
    "$tool" replay "$@" >out.txt 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q "$word" out.txt || {
        echo "replay $*: status $status, '$word' expected:"
        cat out.txt
        exit 1
    }
    cases=$((cases + 1))
}

"$tool" replay $whole >/dev/null
refused "no thread 'E'" --set E.priority=1 $whole
refused 'Threads: .*A B C D' --set E.priority=1 $whole
refused 'makes no sense' --set D.priority=256 $whole
refused 'makes no sense' --set D.priority $whole
refused 'makes no sense' --set priority=3 $whole
refused 'makes no sense' --set D.threshold=5 $whole
refused 'makes no sense' --set D.slice=-1us $whole
refused 'makes no sense' --set D.colour=3 $whole

# a packet in the middle is gone: it began with its magic
python3 - $whole <<'P'
import sys
image = bytearray(open(sys.argv[1], "rb").read())
places = [at for at in range(0, len(image), 16) if image[at:at + 4] == b"TKPK"]
image[places[3]:places[3] + 4] = b"gone"
open("lossy.takt", "wb").write(image)
image[places[3]:places[3] + 4] = b"TKPK"
image[places[0]:places[0] + 4] = b"gone"
open("headless.takt", "wb").write(image)
image[places[0]:places[0] + 4] = b"TKPK"
image[places[2] + 80] ^= 1
open("damaged.takt", "wb").write(image)
P
refused 'LOST: 1 packets' lossy.takt
refused 'was overwritten' headless.takt
refused 'DAMAGED' damaged.takt
refused 'cannot be opened' nothing.takt
echo "amount: $cases refusals"
