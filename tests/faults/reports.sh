#!/bin/sh
# reports.sh SOURCE: each report in the table of docs/llq.md is named in a test, or in docs/caveats.md with the reason why not.
set -eu

cd "$1"
reports=$(sed -n '/^## Public faults/,/^## What it costs/s|.*](https://github.com/\([^)]*\)).*|\1|p' docs/llq.md)
count=0 missing=0
for report in $reports; do
    count=$((count + 1))
    grep -rqF "https://github.com/$report" --include='*.c' tests || grep -qF "https://github.com/$report" docs/caveats.md || {
        echo "$report: no test names it, nor docs/caveats.md"
        missing=$((missing + 1))
    }
done
echo "amount: $count reports"
[ "$missing" -eq 0 ]
