#!/bin/sh
# contention on sim: the same seed gives the same bytes, printed and written; the result is good; the counts are right;
# wrong arguments are refused. $1 contention, $2 takt-results-check, $3 contention-counts, $4 a folder to use, $5 1: the build has
# mixed priorities, and three cores.
set -u
contention=$1 check=$2 counts=$3
mkdir -p "$4" && cd "$4" || exit 1
amount=0 failed=0

wrong() {
    echo "$*"
    failed=$((failed + 1))
}

# run NAME OPTION...: the experiment, its output and its result under a name
run() {
    name=$1
    shift
    TAKT_RESULTS=$name "$contention" "$@" >"$name.out" 2>"$name.err" || {
        wrong "contention $*: status $?"
        tail -n 3 "$name.out" "$name.err"
    }
    amount=$((amount + 1))
}

same() {
    cmp "$1.out" "$2.out" && cmp "$1/contention-sim.json" "$2/contention-sim.json" || wrong "$1 and $2 differ"
}

differs() {
    cmp -s "$1/contention-sim.json" "$2/contention-sim.json" && wrong "$1 and $2 are the same, whatever the seed"
}

judge() {
    "$check" "$1/contention-sim.json" || wrong "$1: not a good result"
    "$counts" "$1/contention-sim.json" "$2" "$3" || wrong "$1: wrong counts"
}

refuses() {
    said=$("$contention" "$1" 2>&1) && wrong "contention $1 was taken"
    case $said in
    *"contention: $1: write "*) ;;
    *) wrong "contention $1 says: $said" ;;
    esac
    amount=$((amount + 1))
}

run timed --cores 2 --seed 7
run again --cores 2 --seed 7
same timed again
judge timed 2000 even

# The seed decides between any two accesses: test-and-set then passes requests as it likes, the LLQ does not.
run seeded --cores 2 --mode seeded --seed 7 requests=100 repeats=3 quick=1 locks=LLQ,test-and-set,ticket
run same --cores 2 --mode seeded --seed 7 requests=100 repeats=3 quick=1 locks=LLQ,test-and-set,ticket
run other --cores 2 --mode seeded --seed 8 requests=100 repeats=3 quick=1 locks=LLQ,test-and-set,ticket
same seeded same
differs seeded other
judge seeded 300 stolen
judge other 300 stolen

# Priority order: a bound that is not kept ends the run with an error.
if [ "$5" = 1 ]; then
    run mixed --cores 3 quick=1 locks=LLQ,ticket
    "$check" mixed/contention-sim.json || wrong "mixed: not a good result"
    for name in mixed passes-mixed-15 wait-mixed-15; do
        grep -q "\"name\": \"$name\"" mixed/contention-sim.json || wrong "mixed: no $name in the result"
    done
fi

refuses repeats=0
refuses repeats=x
refuses requests=3
refuses bytes=204801
refuses think=0
refuses cores=65
refuses long=2
refuses locks=semaphore

echo "amount: $amount runs"
[ "$failed" -eq 0 ]
