#!/bin/sh
# takt-costs against runs that are made up: what it works out is right, and what is wrong with a run, or has grown, is
# an error with its reason.
# usage: run.sh TAKT_COSTS TAKT_RESULTS_CHECK FOLDER
set -eu
costs=$1 check=$2 folder=$3
cases=0
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

fail() {
    echo "FAIL: $*"
    cat out
    exit 1
}

rows() {
    cat >rows <<'R'
operation|give|a give|20|13.5|14|0|at-most
operation|line|an interrupt|-|108|-|1|below
sampled|worst|latest|-|52|-|-|at-most
sampled|most-99|99 %|-|44|-|-|-
masked|longest|longest window|-|-|-|-|at-most=52
masked|growing|windows that grow|-|-|-|-|at-most=0
metric|message|messages|191.2|121|121|-|below
R
}

# Three spans of `give`, the first is not counted; an interrupt, its switch and the thread, twice; one masked site.
run() {
    cat >run.places <<'P'
label 100 from_give
label 104 to_give
handler 200 line
handler 210 takt_cortexm_pendsv
label 220 to_line
P
    cat >run.log <<'L'
at 100 0 10 10
at 104 0 60 60
at 100 0 100 100
at 104 0 112 112
at 100 0 200 200
at 104 0 213 213
at 200 0 300 300
at 210 0 350 350
at 220 0 390 390
at 200 0 500 500
at 210 0 550 550
at 220 0 590 590
masked 300 0 4 17
masked 300 1 4 19
masked 300 2 4 19
masked 300 3 4 19
wrong 0
end 1000
L
    echo "300 kernel/some.c:12" >run.sites
    echo "figure metric message 120.50 messages" >run.console
}

kept() {
    cat >kept <<'K'
operation|give|13|0
operation|line|90|1
masked|longest|19|-
masked|growing|0|-
metric|message|120.50|-
K
}

again() {
    cases=$((cases + 1))
    "$costs" board rows kept . "$@" run >out 2>&1
}

# refused STATUS WORDS: the run ends so, and says so
refused() {
    status=0
    again || status=$?
    [ "$status" = "$1" ] || fail "status $status instead of $1: $2"
    grep -q "$2" out || fail "it does not say: $2"
}

rows; run; kept
again || fail "a run that is right"
"$check" bench-board.json >/dev/null || fail "its result is not valid"
grep -q 'a give  *13.0  *13.5  *0.96  *reached  *1.0  *0  *0 ' out || fail "the row of a give"
grep -q 'an interrupt  *90.0  *108.0  *0.83  *reached  *0.0  *1  *1 ' out || fail "the row of an interrupt"
grep -q 'kernel/some.c:12  *16  *17  *19  *19  *19' out || fail "the site that masks"
grep -q 'amount: 5 figures' out || fail "the amount"

again page=page update || fail "the figures are kept"
grep -qx '| an interrupt | 90 | 1 | | 108 | | 0.83 |' page || fail "the page"
grep -qx 'operation|give|13|0' kept || fail "the figure that is kept"

# grown, by less and by more than 2 %
rows; run; kept
sed -i 's/^metric.*/metric|message|118.20|-/' kept
again || fail "1.9 % more"
sed -i 's/^metric.*/metric|message|118.10|-/' kept
refused 1 'metric|message: 120.50 (kept: 118.10) GREW'
kept
sed -i 's/^operation|line.*/operation|line|90|0/' kept
refused 1 'MORE EXCEPTIONS'
kept
sed -i '/^operation|give/d' kept
refused 1 'operation|give: 13 .* is not kept yet'
kept
echo 'sampled|worst|49|-' >>kept
refused 1 'sampled|worst is kept, but was not measured'
rm kept
refused 2 'update writes it'
kept

# a run that is not right
sed -i '/ from_give/d' run.places
refused 2 'was not measured\|not passed twice'
run
sed -i 's/^masked 300 3 .*/masked 300 3 4 20/' run.log
refused 1 'masked|growing: 1 (kept: 0) GREW'
run
sed -i '/^end/d' run.log
refused 2 'broken off'
run
sed -i 's/^wrong 0/wrong 3/' run.log
refused 2 'not counted rightly'
run
echo 'at 100 0' >>run.log
refused 2 'run.log:19: this line'
run
echo 'label 400 from_other' >>run.places
refused 2 'operation|other has no row'
run
echo 'FAIL main.c:1: not so' >>run.console
refused 2 'something is wrong'
run
echo 'figure metric nothing 1' >>run.console
refused 2 'metric|nothing has no row'
run
sed -i '/^at 220/d' run.log
refused 2 'not passed twice'
run
sed -i 's/|at-most$/|sometimes/' rows
refused 2 'rows:1: a goal is'
rows
sed -i '1s/|13.5|/|fast|/' rows
refused 2 'rows:1: a peer'

# delays: a period of 100, three entries in time, one 49 late
rows
echo 'label 500 sample' >>run.places
sed -i '/^end/d' run.log
for at in 1000 1107 1207 1307 1456; do
    [ "$at" != 1000 ] && echo "at 200 0 $at $at" >>run.log || echo "at 500 0 $at $at" >>run.log
done
echo "end 2000" >>run.log
echo "sample 100" >>run.console
again part update && fail "a part is kept"
again quick || true
grep -q 'latest  *49.0  *52.0' out || fail "the latest of the delays"
echo "amount: $cases cases"
