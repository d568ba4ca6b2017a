#!/bin/sh
# advise.sh PROGRAM TAKT-TRACE: on the recording with unique priorities the advice is the article's, with its figures; on
# the one with equal priorities, to leave it alone. A budget for A keeps A above D, and says what would break it.
set -eu

tool=$2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$1" >/dev/null
cd "$TAKT_RESULTS"
checks=0

# says PATTERN: a line of the advice
says() {
    grep -q -e "$1" advice.txt || { echo "no line '$1' in:"; cat advice.txt; exit 1; }
    checks=$((checks + 1))
}

# 33 cycles and what starts and ends them: 18 switches a cycle are 616, 4 are 140
"$tool" advise priorities-unique-16.takt >advice.txt
says '102  D by A'
says '102  D by B'
says '102  D by C'
says '^140 context switches instead of 616: 77.3 % fewer'
says '^advice: A=B=C=D4 '
says '  A: .priority = 4, /\* was 1 \*/'
says '  C: .priority = 4, /\* was 3 \*/'

"$tool" advise --budget 'A.latency<=0.5us' priorities-unique-16.takt >advice.txt
says '^310 context switches instead of 616'
says '^advice: A3 B=C=D4 '
says '^not .*(140 switches): A would wait up to 0.[67][0-9]* us, budget 0.500 us'

# nine switches a cycle, as one-above was recorded
printf '# A is what matters\nA.latency <= 500 ns # half a microsecond\n' >budgets
"$tool" advise --budgets budgets priorities-unique-16.takt | cmp - advice.txt

"$tool" advise priorities-equal-16.takt >advice.txt
says '^advice: A=B=C=D4 '
says '^Leave it as it is'

"$tool" advise --budget 'A.latency<=1ns' priorities-unique-16.takt >advice.txt
says '^No map is within the budgets'

for wrong in 'A.latency<200us' 'A.latency<=fast' 'E.latency<=1us' 'latency<=1us'; do
    status=0
    "$tool" advise --budget "$wrong" priorities-unique-16.takt >advice.txt 2>&1 || status=$?
    [ $status -eq 2 ] || { echo "--budget $wrong: status $status"; exit 1; }
    says "makes no sense\|there is no thread 'E'"
done
echo "amount: $checks checks"
