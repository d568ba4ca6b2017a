#!/bin/sh
# move.sh PROGRAM TAKT-TRACE: threads on another core. Two threads that share a queue are moved, and back; what is predicted
# has the recording's switches, and each thread the same. One of them alone cannot move, and why is said.
set -eu

program=$1 tool=$2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
cd "$TAKT_RESULTS"
for where in 0 1; do
    "$program" --cores 2 where=$where >/dev/null
    mv move.takt at-$where.takt
    "$tool" list at-$where.takt | grep ' switch ' | sed 's/^ *[0-9.]* us//' | sort >at-$where.list
done
cases=0
for where in 0 1; do
    "$tool" replay --set C.core=$where --set D.core=$where --out moved.takt at-$((1 - where)).takt >out.txt 2>&1 || {
        cat out.txt
        exit 1
    }
    "$tool" lint moved.takt >/dev/null
    "$tool" list moved.takt | grep ' switch ' | sed 's/^ *[0-9.]* us//' | sort | diff at-$where.list - || exit 1
    cases=$((cases + $(wc -l <at-$where.list)))
done

# refused WORD ARGUMENT...
refused() {
    word=$1
    shift
    status=0
    "$tool" replay "$@" at-0.takt >out.txt 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q "$word" out.txt || {
        echo "replay $*: status $status, '$word' expected:"
        cat out.txt
        exit 1
    }
}

refused 'second cannot move to another core: D, which stays, uses it, too' --set C.core=1
refused 'that core is not in the recording' --set C.core=5 --set D.core=5
refused 'it ran when recording began' --set 0:conductor.core=1
refused 'makes no sense' --set C.core=x
echo "amount: $cases switches"
