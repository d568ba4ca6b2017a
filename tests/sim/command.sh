#!/bin/sh
# Every way to end a run on sim gives its status and its message, bad input is refused by name, and a failure can be
# had again by the line that it prints: command.sh PROGRAM
set -u
program=$1
cases=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out=$folder/out

fail() {
    echo "FAILED: $*"
    cat "$out"
    exit 1
}

# ends STATUS MESSAGE ARGUMENT...
ends() {
    status=$1 message=$2
    shift 2
    timeout 60 "$program" "$@" >"$out" 2>&1
    got=$?
    [ $got -eq "$status" ] || fail "$*: status $got, not $status"
    [ -z "$message" ] || grep -q -- "$message" "$out" || fail "$*: no message '$message'"
    cases=$((cases + 1))
}

ends 41 'replay:.*--mode timed --seed 1 how=exit' how=exit
ends 46 'replay:' how=early
ends 3 'every core has stopped' how=panic
ends 3 'a core has stopped and the others wait' how=one
ends 3 'a core has stopped and the others wait' how=crash
ends 3 'stack overflow' how=overflow
ends 3 'every core waits' how=return
ends 3 'second .*waits for the object at program+0x.*a mutex of first' how=wait
ends 3 'first .*waits for the object at program+0x' how=wait
ends 3 "replay:.* --mode timed --seed 3 how=wait 'a b'" --seed=3 how=wait 'a b'
ends 3 'limit: .* core [0-9], thread first' how=busy --limit 1
ends 2 'unknown option --nonsense' --nonsense
ends 2 'bad value for --seed' --seed x
ends 2 'bad value for --cores' --cores 0
ends 2 'bad value for --cores' --cores 65
ends 2 'bad value for --mode' --mode fast
ends 2 'bad value for --start' --start -1
ends 2 'bad value for --start' --start 18446744073709551616
ends 2 'no value for --costs' --costs
ends 2 "$folder/none: No such file" --costs "$folder/none"
ends 0 'usage' --help

# A cost table from a file, and every way to write a bad one
costs=$folder/costs
printf '# mine\n\n switch = 7\nbyte=0\n' >"$costs"
ends 41 '' how=exit --costs "$costs"
bad() {
    printf 'switch=1\n%s\n' "$1" >"$costs"
    ends 2 "$costs:2: $2" how=exit --costs "$costs"
}
bad 'switch' 'expected name=ns'
bad 'swich=1' 'no such cost'
bad 'switch=' 'the value is not a number'
bad 'switch=1x' 'the value is not a number'
bad 'switch=-1' 'the value is not a number'
bad 'switch=1000000001' 'the value is not a number'
bad "$(printf '%300s' switch=1)" 'the line is too long'

# The same seed, the same bytes; another seed, another run
for mode in timed seeded; do
    for seed in 1 2 3; do
        for i in 1 2; do
            "$program" --mode $mode --seed $seed how=race >"$folder/$mode-$seed-$i" 2>&1
        done
        cmp "$folder/$mode-$seed-1" "$folder/$mode-$seed-2" >"$out" || fail "$mode, seed $seed: two runs differ"
        cases=$((cases + 1))
    done
done
! cmp -s "$folder/seeded-1-1" "$folder/seeded-2-1" || fail "seeds 1 and 2 give the same run"

# The planted bug is found by seeds, and the printed line finds it again
seed=1
while "$program" --mode seeded --seed $seed how=race >"$folder/found" 2>&1; do
    seed=$((seed + 1))
    [ $seed -lt 100 ] || fail "100 seeds did not find the planted bug"
done
replay=$(sed -n 's/^replay: //p' "$folder/found")
[ -n "$replay" ] || fail "no replay line"
sh -c "$replay" >"$out" 2>&1
got=$?
[ $got -eq 3 ] || fail "$replay: status $got, not 3"
cmp "$folder/found" "$out" || fail "$replay: another run"
cases=$((cases + 1))

echo "sim/command: the planted bug was found by seed $seed"
echo "amount: $cases runs that ended as they should"
[ $cases -ge 35 ]
