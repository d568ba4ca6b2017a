#!/bin/sh
# limits.sh PROGRAM TAKT-TRACE FIRST LAST PHASINGS: for each seed a random set is recorded; its contract is written, and
# bounds under it; then the set runs at the contract's limit. No response may exceed its bound, and the mean of bound to
# worst response is at most 1.1. A set in which a thread may not be done when it is woken again is left out, and counted:
# there it would do two jobs in one, which is longer than the contract says.
set -eu

program=$1 tool=$2 first=$3 last=$4 phasings=$5
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
cd "$TAKT_RESULTS"
: >all
for seed in $(seq "$first" "$last"); do
    "$program" --limit 100 --cores 1 --seed "$seed" mode=record
    "$tool" advise --tries 0 --margin 0 --contract contract limits.takt >/dev/null
    "$tool" advise --tries 0 --margin 0 --under contract limits.takt >advice.txt
    "$program" --limit 1000 --cores 1 --seed "$seed" mode=limit phasings="$phasings" >worst
    tr '(,' '  ' <contract | awk -v seed="$seed" '
        FILENAME == "-" { if ($1 == "TAKT_CONTRACT_LINE") distance[substr("ABCDE", $3 + 1, 1)] = $4 / 1000; next }
        FILENAME == "worst" { worst[$1] = $2 / 1000; jobs[$1] = $3; next }
        /^from ready to waiting/ { on = 1; next } /^$/ { on = 0 }
        on && $1 in worst { line[++n] = seed " " $1 " " $2 " " worst[$1] " " jobs[$1]; if ($2 > distance[$1]) late = 1 }
        END { if (late) print seed, "left out"; else for (i = 1; i <= n; i++) print line[i] }' - worst advice.txt >>all
done
awk '$2 == "left" { left++; next } $3 + 0 != $3 { unproved++; next } { n++; jobs += $5; ratio = $3 / $4; sum += ratio; exact += ratio < 1.02
        if (ratio > most) most = ratio
        if ($4 > $3) { print "seed " $1 ": " $2 " took " $4 " us, bound " $3; bad = 1 } }
    END { printf "%d jobs of %d threads: bound to worst response %.3f on average, %.2f at most; %d within 2 %%; %d not proved\n",
            jobs, n, sum / n, most, exact, unproved
        print left + 0 " sets were left out"
        if (sum / n > 1.1 || unproved != 0 || left * 3 > NR) bad = 1
        print "amount: " jobs " jobs"; exit bad }' all
