#!/bin/sh
# random.sh PROGRAM TAKT-TRACE FIRST LAST: for each seed a random application is recorded, and three changes of it are
# predicted from that recording alone. Then each change is recorded, too. Their switches have to be predicted exactly in
# 95 % of all, and within 2 % in the rest; within 5 % where the replay itself says that it may be wrong, since a call gave
# another result. No latency that was recorded may exceed its bound. An application of which the unchanged replay differs
# gets no prediction, and counts as three that were not exact.
set -eu

program=$1 tool=$2 first=$3 last=$4
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
cd "$TAKT_RESULTS"
exact=0 whole=0 all=0 bounds=0 doubted=0 refused=0

record() { "$program" --limit 20 --seed "$1" --cores $((1 + $1 % cores)) change="$2" >settings; }

cores=0
while "$program" --limit 20 --seed 1 --cores $((cores + 1)) >settings 2>/dev/null; do cores=$((cores + 1)); done
[ $cores -gt 0 ] || "$program" --seed 1 --cores 1
for seed in $(seq "$first" "$last"); do
    record "$seed" 0
    mv random.takt base.takt
    "$tool" replay base.takt >out.txt 2>&1 || {
        grep -q 'an unchanged replay is not what was recorded' out.txt || { cat out.txt; exit 1; }
        echo "seed $seed: no prediction, an unchanged replay differs"
        refused=$((refused + 1)) all=$((all + 3))
        continue
    }
    "$tool" advise --tries 0 --margin 0 base.takt >advice.txt
    awk -v seed="$seed" '/^from ready to run/ { on = 1; next } /^$/ { on = 0 }
        on && $4 + 0 == $4 { n++; if ($2 > $4) { print "seed " seed ": " $1 " waited " $2 ", bound " $4; bad = 1 } }
        END { print n + 0; exit bad }' advice.txt >bounds.txt || { cat bounds.txt; exit 1; }
    bounds=$((bounds + $(tail -n 1 bounds.txt)))
    for change in 1 2 3; do
        record "$seed" $change
        # shellcheck disable=SC2046 # options
        "$tool" replay --out predicted.takt $(cat settings) base.takt >out.txt 2>&1 || { cat out.txt; exit 1; }
        for which in random predicted; do # the address of a block is each run's own
            "$tool" list $which.takt | sed '/pool_free/s/block=.*//; / posted /s/core=.*//' >$which.list
        done
        is=$(grep -c ' switch ' random.list) said=$(grep -c ' switch ' predicted.list)
        all=$((all + 1))
        [ "$is" -ne "$said" ] || exact=$((exact + 1))
        ! cmp -s random.list predicted.list || whole=$((whole + 1))
        within=2
        ! grep -q 'what follows may be wrong' out.txt || within=5 doubted=$((doubted + 1))
        [ $(((is - said) * (is - said) * 10000)) -le $((is * is * within * within)) ] || {
            echo "seed $seed, change $change: $said switches were predicted, $is recorded"
            exit 1
        }
    done
done
echo "$exact of $all predictions have exactly the switches that were recorded, $whole are the recording to the last event;"
echo "$doubted were called doubtful beforehand; $refused applications got none; $bounds bounds held"
[ $((exact * 100)) -ge $((all * 95)) ] || exit 1
echo "amount: $all predictions"
