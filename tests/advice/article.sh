#!/bin/sh
# article.sh PROGRAM TAKT-TRACE: the article's application was recorded with five maps of priorities. From the recording
# of each, the run with each other map is predicted. With messages of 16 bytes nothing from outside disturbs the runs: the
# prediction is the other recording, event for event, times included. With 4 bytes the start of the second core does:
# switches a cycle are exact, and the median time of a cycle is within 5 %.
set -eu

tool=$2
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
"$1" >/dev/null
cd "$TAKT_RESULTS"
maps='equal one-above two-above unique threshold'
pairs=0

# map NAME: priorities of A, B, C, D, threshold of D; and the article's switches a cycle
map() {
    case $1 in
    equal) echo 4 4 4 4 4 4 ;;
    one-above) echo 1 4 4 4 4 9 ;;
    two-above) echo 1 2 4 4 4 14 ;;
    unique) echo 1 2 3 4 4 18 ;;
    threshold) echo 1 2 3 4 1 4 ;;
    esac
}

# predict FROM TO BYTES: leaves predicted.takt and predicted.txt
predict() {
    recording=priorities-$1-$3.takt
    set -- $(map "$2")
    "$tool" replay --cycle cycle --out predicted.takt --set A.priority="$1" --set B.priority="$2" \
        --set C.priority="$3" --set D.priority="$4" --set D.threshold="$5" "$recording" >predicted.txt
    grep "^switches a cycle .* $6\.00\$" predicted.txt || { cat predicted.txt; exit 1; }
}

median() { awk '/^time a cycle/ { print $NF }' "$1"; }

for to in $maps; do
    "$tool" list "priorities-$to-16.takt" >recorded.list
    "$tool" replay --cycle cycle "priorities-$to-4.takt" >recorded.txt
    for from in $maps; do
        predict $from $to 16
        "$tool" list predicted.takt | cmp - recorded.list
        "$tool" lint predicted.takt >/dev/null
        predict $from $to 4
        awk -v p="$(median predicted.txt)" -v r="$(median recorded.txt)" \
            'BEGIN { if (r <= 0 || p < 0.95 * r || p > 1.05 * r) { print "predicted", p, "recorded", r; exit 1 } }'
        pairs=$((pairs + 2))
    done
done
echo "amount: $pairs predictions"
