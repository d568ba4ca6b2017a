#!/bin/sh
# Runs the program and checks that it met every masked site of the kernel's sources: a site that the workload does not
# reach proves nothing about it. Left out are the takt_*_check() functions, which look at whole objects, for tests, and
# the mask that is never taken back: a core that stops.
# usage: run.sh PROGRAM SOURCE...
set -eu
program=$1
shift
table=$(mktemp)
trap 'rm -f "$table"' EXIT
"$program" >"$table" || { cat "$table"; exit 1; }
cat "$table"
missing=$(awk -v table="$table" '
    BEGIN { while ((getline line < table) > 0) { split(line, word, " "); met[word[1]] = 1 } }
    FNR == 1 { name = FILENAME; sub(/.*\//, "", name) }
    /^[a-z].*\(/ { function_head = $0 }
    /takt_port_mask\(\)/ && function_head !~ /_check\(/ && $0 !~ /\(void\)takt_port_mask/ {
        if (!((name ":" FNR) in met)) print name ":" FNR
    }' "$@")
if [ -n "$missing" ]; then
    echo "FAIL: masked sites that the workload did not reach:"
    echo "$missing"
    exit 1
fi
echo "every masked site of the kernel was reached"
echo "amount: $(awk '/^[a-z_]*\.c:[0-9]/' "$table" | wc -l) masked sites"
