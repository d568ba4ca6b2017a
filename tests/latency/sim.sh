#!/bin/sh
# latency on sim: the same seed gives the same bytes, the result is good, 1,000 threads change nothing, long work of kernel
# and subsystems stays near the full load; wrong arguments are refused.
# $1 latency, $2 takt-results-check, $3 python, $4 demands.py, $5 a folder to use, $6 most that kernel-heavy may be, of full, or none.
set -u
latency=$1 check=$2 python=$3 demands=$4 heavy=$6 heavier=''
mkdir -p "$5" && cd "$5" || exit 1
failed=0
[ "$heavy" = none ] || heavier="heavy $heavy full"

wrong() {
    echo "FAILED: $*"
    failed=$((failed + 1))
}

run() {
    name=$1
    shift
    TAKT_RESULTS=$name "$latency" --cores 1 "$@" >"$name.out" 2>"$name.err" || {
        wrong "latency $*: status $?"
        tail -n 3 "$name.out" "$name.err"
    }
}

refuses() {
    said=$("$latency" "$1" 2>&1) && wrong "latency $1 was taken"
    case $said in
    *"latency: $1: write "*) ;;
    *) wrong "latency $1 says: $said" ;;
    esac
}

run one seconds=1 --seed 7
run two seconds=1 --seed 7
cmp one/latency-sim.json two/latency-sim.json || wrong "the same seed gave two results"
"$check" one/latency-sim.json || wrong "no good result"
"$python" "$demands" one/latency-sim.json threads 1.05 unloaded $heavier || wrong "a demand is missed"
run fast rate=8192 seconds=1 loads=full
run slow rate=64 seconds=2 loads=idle
refuses rate=63
refuses rate=8193
refuses seconds=0
refuses seconds=x
refuses loads=nothing
[ "$failed" = 0 ] || exit 1
echo "amount: 9 runs"
