#!/bin/sh
# Every way to end a run gives its status and its message, and none hangs: ends.sh PROGRAM
set -u
program=$1
cases=0

fail() {
    echo "FAILED: $*"
    cat "$out"
    exit 1
}

out=$(mktemp)
trap 'rm -f "$out"' EXIT

# ends STATUS MESSAGE ARGUMENT...
ends() {
    status=$1 message=$2
    shift 2
    timeout 20 "$program" "$@" >"$out" 2>&1
    got=$?
    [ $got -eq "$status" ] || fail "$*: status $got, not $status"
    [ -z "$message" ] || grep -q -- "$message" "$out" || fail "$*: no message '$message'"
    cases=$((cases + 1))
}

ends 41 '' how=exit
ends 42 '' how=handler
ends 43 '' how=masked
ends 44 '' how=both
ends 45 'asked for' how=goes-on
ends 46 '' how=early
ends 3 'every core has stopped' how=panic
ends 3 'a core has stopped and the others wait' how=one
ends 3 'every core waits' how=wait
ends 3 'every core waits' how=return
ends 2 'cores' --cores 0
ends 2 'cores' --cores 1000
ends 2 'cores' --cores x
ends 2 'cores' --cores
ends 2 'start' --start -1
ends 2 'start' --start 9223372036854775807
ends 2 'nonsense' --nonsense
ends 0 'usage' --help
ends 41 '' --cores 1 --start 4294967290 how=exit
ends 41 '' --cores=1 --start=9007199254740990 how=exit
ends 0 'counter' --doctor 1

# Ctrl-C, while the cores compute
"$program" how=busy >"$out" 2>&1 &
sleep 1
kill -INT $!
wait $!
got=$?
[ $got -eq 130 ] || fail "Ctrl-C: status $got, not 130"
grep -q interrupted "$out" || fail "Ctrl-C: no message"
cases=$((cases + 1))
echo "amount: $cases ends"
[ $cases -ge 22 ]
