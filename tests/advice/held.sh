#!/bin/sh
# held.sh PROGRAM HELD TAKT-TRACE CONTRACT: the whole way. The program is recorded, and the contract that advise writes of
# it is the one that HELD, the same program, was built with. HELD keeps it; with a job that is too long and an
# interrupt that comes too early it does not, and the recording says so.
set -eu

program=$1 held=$2 tool=$3 contract=$4
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
cd "$TAKT_RESULTS"
checks=0

run() { "$1" --limit 100 --cores 1 --seed 2 mode="$2"; }

says() {
    grep -q -e "$1" said || { echo "no line '$1' in:"; cat said; exit 1; }
    checks=$((checks + 1))
}

run "$program" record
"$tool" advise --tries 0 --contract written limits.takt >said
says '^written: a contract of [0-9]* lines, with a margin of 20 %'
# line by line the same, and what the kernel's steps take may change a little
paste -d ' ' written "$contract" | tr '(),' '   ' | awk '/^TAKT/ { n++; half = NF / 2
        for (i = 1; i < half; i++) if ($i != $(i + half)) exit 1
        if ($half < 0.9 * $NF || $half > 1.1 * $NF) exit 1 }
    END { exit n != 7 }' || {
    echo "the recording gives another contract than $contract; if that is meant, keep this one:"
    cat written
    exit 1
}

# a replay within the budget is not enough where the bound is proved, and above it
"$tool" advise --budget 'A.latency<=150us' limits.takt >said
says "^not A=B=C4 (266 switches): A's bound 29[0-9.]* us > budget 150.000 us"
says '^advice: A2 B3 C4 '

run "$held" record
"$tool" stats limits.takt >said
! grep -q 'NOT KEPT\|breach' said || { cat said; exit 1; }

run "$held" over
"$tool" stats limits.takt >said
says '^NOT KEPT: on core 0 thread C broke the contract, 1 times; it computed up to'
says '^NOT KEPT: on core 0 interrupt 0 broke the contract, 1 times; it came again after'
says ' breach  *1'
says ' breach_line  *1'
"$tool" lint limits.takt >said
says '^NOT KEPT: on core 0 thread C broke the contract'
"$tool" html --out page.html limits.takt
cp page.html said
says 'breach_line'
# each is drawn in a lane: the thread's in its own, the interrupt's in its core's
sed -n 's/.*"broken":\(.*\)}.*/\1/p' page.html | tr -d '\n' | head -c 400 >said
says '^\[\[[0-9]*,[0-9]*,"breach[_a-z]*"\],\[[0-9]*,[0-9]*,"breach[_a-z]*"\]\]$'
lane=$(grep '^{"core":' page.html | grep -n '"kind":"thread".*"name":"C"' | cut -d: -f1)
says ",$((lane - 1)),\"breach\"\]"
says ',0,"breach_line"\]'

# a contract that makes no sense is refused with its line
for wrong in 'TAKT_CONTRACT_THREAD(0, C, 5)' 'TAKT_CONTRACT_LINE(0, 1)' 'TAKT_CONTRACT_LINE(0, 1, -5)' '/* no end' 'text'; do
    printf '\n%s\n' "$wrong" >bad
    status=0
    "$tool" advise --tries 0 --under bad limits.takt >/dev/null 2>said || status=$?
    [ "$status" -eq 2 ] || { echo "$wrong: status $status"; exit 1; }
done
echo "amount: $checks checks"
