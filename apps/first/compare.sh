#!/bin/sh
# compare.sh PROGRAM EXPECTED: the program's output, line by line.
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$1" >"$out"
diff -u "$2" "$out"
lines=$(wc -l <"$2")
[ "$lines" -gt 0 ] || { echo "compare.sh: $2 is empty: the page has lost its output block" >&2; exit 1; }
echo "amount: $lines lines as expected"
