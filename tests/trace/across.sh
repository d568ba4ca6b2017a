#!/bin/sh
# across.sh PROGRAM TAKT-TRACE: what several cores recorded together holds, and messages and requests are in it.
set -eu

TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

"$1"
recording=$TAKT_RESULTS/across.takt
"$2" lint "$recording"
sent=$("$2" list "$recording" | grep -c ' channel_send ')
received=$("$2" list "$recording" | grep -c ' channel_receive ')
[ "$sent" -gt 0 ] && [ "$sent" = "$received" ] || { echo "$sent messages sent, $received received"; exit 1; }
"$2" list "$recording" | grep -q ' remote '
