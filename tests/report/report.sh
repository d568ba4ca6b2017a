#!/bin/sh
# report.sh PRIORITIES READER REPORT: the report of an empty folder names the command for each result; that of a run holds
# the run's results as they are, and a page for each recording; what is no result is named and left out; a text that looks
# like the end of a script ends none; nothing in any page asks for anything from outside.
set -eu

program=$1 reader=$2 report=$3
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM
page=$TAKT_RESULTS/report.html

fail() { echo "$*"; exit 1; }
has() { grep -qF -e "$1" "$page" || fail "the page lacks '$1'"; }

"$report" "$TAKT_RESULTS"
for command in './takt run contention --board host' './takt run priorities' './takt bench --board mps2-an385' './takt size'; do
    has "$command"
done
grep -qF '{"results":[],"recordings":[],"faults":[]}' "$page" || fail "an empty folder's page is not empty"

"$program" >/dev/null
"$reader" "$TAKT_RESULTS" virtual >/dev/null || [ $? -eq 1 ] # whether demands hold is no question of this test
board=$(basename "$TAKT_RESULTS"/priorities-*.json .json)
"$report" "$TAKT_RESULTS"
has '"experiment": "priorities"'
has '{"name":"priorities-unique-4","page":"priorities-unique-4.html"'
pages=$(find "$TAKT_RESULTS" -name '*.html' | wc -l)
recordings=$(find "$TAKT_RESULTS" -name '*.takt' | wc -l)
[ "$pages" -eq $((recordings + 1)) ] || fail "$pages pages of $recordings recordings"

# every number of the result stands in the page
sed 's/</\\u003c/g' "$TAKT_RESULTS/$board.json" >"$TAKT_RESULTS/quoted"
missing=$(grep -cvxF -f "$page" "$TAKT_RESULTS/quoted" || true)
[ "$missing" -eq 0 ] || fail "$missing lines of the result are not in the page"
rm "$TAKT_RESULTS/quoted"

scripts=$(grep -c '</script>' "$page")
sed 's|"title": "9 messages|"title": "</script><b>9 messages|' "$TAKT_RESULTS/$board.json" >"$TAKT_RESULTS/other-moon.json"
printf '{"schema": "takt-result-1"}\n' >"$TAKT_RESULTS/short.json"
printf 'nothing' >"$TAKT_RESULTS/no.takt"
status=0
"$report" "$TAKT_RESULTS" 2>"$TAKT_RESULTS/said" || status=$?
[ "$status" -eq 1 ] || fail "status $status with two files that are none"
grep -q 'left out: short.json:1: a result lacks' "$TAKT_RESULTS/said" || fail "short.json is not named"
has 'no.takt: is no recording that can be used'
[ "$(grep -c '</script>' "$page")" -eq "$scripts" ] || fail "a text ended a script"

for one in "$TAKT_RESULTS"/*.html; do
    ! grep -nE '(src|action)=|@import|url\(|fetch\(|XMLHttpRequest|href="?(https?:|//)' "$one" || fail "$one asks for something"
done
echo "amount: $pages pages"
