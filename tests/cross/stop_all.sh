#!/bin/sh
# stop_all.sh PROGRAM ARGUMENT...: one core stops on purpose, every other one because of it, each says so once, and the run
# ends as the board ends one in which nothing can happen any more.
set -u
status=0
said=$("$@" 2>&1) || status=$?
printf '%s\n' "$said"

fail() {
    echo "FAILED: $*"
    exit 1
}

# lines_of TEXT: in how many lines it stands
lines_of() { printf '%s\n' "$said" | grep -c -- "$1"; }

[ "$status" -eq 3 ] || fail "status $status, not 3"
[ "$(lines_of 'every core has stopped')" -eq 1 ] || fail "the board does not say that every core has stopped"
[ "$(lines_of 'stopped at .*: a core stops on purpose$')" -eq 1 ] || fail "no core stopped on purpose"
first=$(printf '%s\n' "$said" | sed -n 's/^takt: core \([0-9]*\) stopped at .*: a core stops on purpose$/\1/p')
[ "$(lines_of ': another core stopped$')" -eq "$first" ] || fail "not as many cores followed as there are before the last"
core=0
while [ "$core" -lt "$first" ]; do
    [ "$(lines_of "^takt: core $core stopped at .*: another core stopped\$")" -eq 1 ] || fail "core $core did not follow"
    core=$((core + 1))
done
echo "amount: $((first + 1)) cores stopped"
