#!/bin/sh
# host.sh PRIORITIES TAKT-TRACE: predictions of what real time makes different each time. The article's application with five
# maps of priorities is recorded five times. From the first recording of each that can be replayed the others are predicted;
# the switches have to be within 5 % of the median of the five, or within their spread. How far a cycle's time is off is
# said, not judged: it is the machine's affair.
set -eu

priorities=$1 tool=$2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
cd "$TAKT_RESULTS"
maps='equal one-above two-above unique threshold'
times='1 2 3 4 5'
predictions=0 unreplayed=0

for i in $times; do
    "$priorities" >/dev/null
    for map in $maps; do
        mv priorities-$map-16.takt $map.$i
        "$tool" list $map.$i | grep -c ' switch ' >$map.switches.$i
    done
done

# map NAME: priorities of A, B, C, D, and D's threshold
map() {
    case $1 in
    equal) echo 4 4 4 4 4 ;;
    one-above) echo 1 4 4 4 4 ;;
    two-above) echo 1 2 4 4 4 ;;
    unique) echo 1 2 3 4 4 ;;
    threshold) echo 1 2 3 4 1 ;;
    esac
}

# predict FROM TO SETTING...: the first recording that can be replayed
predict() {
    from=$1 to=$2
    shift 2
    for i in $times; do
        if "$tool" replay --cycle cycle "$@" $from.$i >out.txt 2>&1; then
            judge $from $to
            return
        fi
        unreplayed=$((unreplayed + 1))
    done
    cat out.txt
    exit 1
}

judge() {
    said=$(awk '/^context switches/ { print $NF }' out.txt)
    cycle=$(awk '/^time a cycle/ { print $NF }' out.txt)
    cat $2.switches.[1-5] | sort -n | awk -v said="$said" -v what="$1 to $2" '
        { n[NR] = $1 }
        END {
            if ((said < n[1] || said > n[5]) && (said < 0.95 * n[3] || said > 1.05 * n[3])) {
                print what ": " said " switches were predicted, " n[1] " to " n[5] " recorded, median " n[3]
                exit 1
            }
        }' || exit 1
    "$tool" replay --cycle cycle $2.1 2>/dev/null |
        awk -v said="$cycle" '/^time a cycle/ { print (said - $(NF - 1)) / $(NF - 1) * 100 }' >>off
    predictions=$((predictions + 1))
}

: >off
for from in $maps; do
    for to in $maps; do
        # shellcheck disable=SC2046 # numbers
        set -- $(map $to)
        predict $from $to --set A.priority="$1" --set B.priority="$2" --set C.priority="$3" --set D.priority="$4" \
            --set D.threshold="$5"
    done
done
sort -n off | awk '{ n[NR] = $1 } END { printf "median time of a cycle: off by %.1f to %.1f %%, median %.1f %%\n", n[1], n[NR], n[int((NR + 1) / 2)] }'
echo "$unreplayed recordings could not be replayed"
echo "amount: $predictions predictions"
