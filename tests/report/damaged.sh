#!/bin/sh
# damaged.sh GENERATE TAKT-TRACE REPORT: pages of recordings that are cut or have wrong bytes somewhere. Whatever the reader
# lets through, a page is made of it or it is refused with a message; nothing crashes.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
"$1" "$folder/whole.takt" 4000 2 >/dev/null
size=$(wc -c <"$folder/whole.takt")
pages=0 refused=0

try() {
    status=0
    "$2" html --out "$folder/page.html" "$1" 2>"$folder/said" || status=$?
    case $status in
    0 | 1) pages=$((pages + 1)) ;;
    2) refused=$((refused + 1)) ;;
    *)
        cat "$folder/said"
        echo "status $status of $1"
        exit 1
        ;;
    esac
    [ "$status" -eq 0 ] || [ -s "$folder/said" ] || { echo "status $status without a word"; exit 1; }
}

try "$folder/whole.takt" "$2"
[ "$pages" -eq 1 ]
for i in $(seq 1 24); do
    head -c $((size * i / 25)) "$folder/whole.takt" >"$folder/cut.takt"
    try "$folder/cut.takt" "$2"
    cp "$folder/whole.takt" "$folder/bytes.takt"
    for k in 0 1 2 3; do # in heads, tables and records
        printf '\377\001\200' | dd of="$folder/bytes.takt" bs=1 seek=$(((size * i / 25 + 1002 * k) % size)) conv=notrunc 2>/dev/null
    done
    try "$folder/bytes.takt" "$2"
done
[ "$pages" -gt 20 ] || { echo "only $pages pages"; exit 1; }

status=0
"$3" "$folder" >"$folder/said" 2>&1 || status=$?
[ "$status" -le 1 ] || { cat "$folder/said"; exit 1; }
[ -s "$folder/report.html" ] && [ -s "$folder/whole.html" ]
echo "amount: $((pages + refused)) recordings"
