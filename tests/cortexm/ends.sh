#!/bin/sh
# ends.sh QEMU.SH BOARD PROGRAM DEBUG: each case says what it expects; a message must name what was wrong.
set -eu

qemu=$1
board=$2
program=$3
debug=$4
cases=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TAKT_RESULTS="$work/results"

# expect STATUS TEXT ARGUMENT...: the program ends so, and what it prints holds the text
expect() {
    want=$1
    text=$2
    shift 2
    status=0
    "$qemu" "$board" "$program" --cores 1 "$@" >"$work/out" 2>&1 || status=$? # a core that stops is the run's end
    if [ "$status" != "$want" ] || ! grep -qF -e "$text" "$work/out"; then
        echo "FAILED: $*"
        echo "expected status $want and '$text', got status $status and:"
        cat "$work/out"
        exit 1
    fi
    cases=$((cases + 1))
}

expect 7 'plain: text=none, word missing'
expect 7 'plain: text=a,b=c, word there' text=a,b=c word
expect 2 'bad value for --start: expected the clock' --start never
expect 2 'bad value for --start' --start 9223372036854775808
expect 7 'plain' --start 9223372036854775807
expect 2 'unknown option --sart' --sart=4
expect 2 'bad value for --cores: expected as many' --cores 9
expect 3 'thread ender: undefined instruction, pc 0x' how=undefined
expect 3 'bus fault at an address, pc 0x' how=address
expect 3 'address 0xf0000000' how=address
expect 3 'wrong state (a jump to an even address?), pc 0x00000100' how=jump
expect 3 'undefined instruction in a handler, pc 0x' how=handler
expect 3 'in a handler' how=deep
expect 3 'an interrupt without a handler' how=nobody
[ "$debug" = 0 ] || expect 3 "a handler above the kernel's level" how=level
[ "$debug" = 0 ] || expect 3 'stack overflow' how=stack
expect 7 'bad names -22 -22 -22' how=results
[ "$(cat "$work/results/cortexm-ends.json")" = '{"made": "by cortexm-ends"}' ] || { echo "FAILED: the result's file" && exit 1; }
[ "$(ls "$work/results")" = cortexm-ends.json ] || { echo "FAILED: a part of a result is left" && exit 1; }

# A hang is ended, and said; so is a run with nobody to debug, whose console is the UART.
TAKT_RUN_SECONDS=2 TAKT_ICOUNT=0 expect 124 'has not ended within 2 s' how=hang
TAKT_RUN_SECONDS=3 TAKT_CONSOLE=uart expect 124 'plain: text=none, word missing'

# What the script itself refuses.
refuse() {
    "$qemu" "$@" >"$work/out" 2>&1 && { echo "FAILED: qemu.sh took $*" && exit 1; }
    cases=$((cases + 1))
}
refuse "$board"
refuse "$board" "$work/nothing"
refuse "$board" "$program" 'two words'

echo "amount: $cases ends"
