#!/bin/sh
# compare.sh EXPECTED COMMAND...: the command's output, line by line.
set -eu
expected=$1
shift
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$@" >"$out"
diff -u "$expected" "$out"
lines=$(wc -l <"$expected")
[ "$lines" -gt 0 ] || { echo "compare.sh: $expected is empty: nothing would be compared" >&2; exit 1; }
echo "amount: $lines lines as expected"
