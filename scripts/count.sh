#!/bin/sh
# count.sh BOARD BUILD TOOLS FOLDER [quick] [update] [NAME]: run the benchmarks of BUILD, or one of them, under the
# emulator and count what they execute; tables, the result file in FOLDER, and the comparison with
# bench/baseline-BOARD.txt come from takt-costs.
#
#   TOOLS   where takt-count.so and takt-costs are
#   quick   shorter periods, and without the samples and the crowds
#   update  write the baseline, and the page docs/costs-BOARD.md, instead of comparing
set -eu

board=$1 build=$2 tools=$3 folder=$4
shift 4
quick='' names='' options=''
for word in "$@"; do
    case $word in
    quick) quick=1 options="$options quick" ;;
    update) options="$options update" ;;
    *) names="$names $word" options="$options part" ;;
    esac
done

complain() {
    echo "count.sh: $*" >&2
    exit 2
}

configuration=$(sed -n 's/^#define TAKT_CONFIGURATION "\(.*\)"$/\1/p' "$build/include/takt/config.h")
counts=$build/counts
mkdir -p "$counts" "$folder"

# Debian's QEMU takes plugins; one that was built without them says so only when it is asked.
qemu-system-arm -plugin help >"$counts/plugins" 2>&1 || ! grep -q 'invalid option' "$counts/plugins" ||
    complain "this QEMU was built without plugins (--enable-plugins), so nothing can be counted. Debian's has them."

# The places of a program: its labels, and where handlers begin.
places() {
    arm-none-eabi-nm "$1" | awk '
        $3 == "takt_place_phase" { print "phase", $1, "phase"; next }
        sub(/^takt_place_/, "", $3) { print "label", $1, $3 }
        $3 == "takt_port_start" { print "start", $1, $3 }
        $3 == "bench_line_entry" { print "handler", $1, "line" }
        $3 ~ /^(takt_cortexm_pendsv|takt_cortexm_interrupt|takt_board_event|takt_board_doorbell|bench_trap_entry)$/ {
            print "handler", $1, $3
        }'
}

# Where instructions that mask stand: the innermost place that is not the port's inline.
sites() {
    awk '/^masked/ { print "0x" $2 }' "$2" | sort -u >"$2.addresses"
    [ -s "$2.addresses" ] || return 0
    arm-none-eabi-addr2line -a -i -e "$1" <"$2.addresses" | awk -v root="$PWD/" '
        function done() { if (address != "") print address, (where != "" ? where : last) }
        /^0x/ { done(); address = substr($1, 3); where = last = ""; next }
        { sub(/ \(.*/, ""); sub(root, ""); last = $0; if (where == "" && $0 !~ /^port\//) where = $0 }
        END { done() }'
}

# program_of NAME: in BUILD, or in that of the build which it names in bench/NAME/preset
program_of() {
    if [ -f "bench/$1/preset" ]; then echo "$build-$(cat "bench/$1/preset")/bench/bin/$1"; else echo "$build/bench/bin/$1"; fi
}

# run NAME [argument ...]: counted
run() {
    name=$1
    program=$(program_of "$name")
    shift
    places "$program" >"$counts/$name.places"
    TAKT_ICOUNT=1 TAKT_QEMU_OPTIONS="-plugin $tools/takt-count.so,places=$counts/$name.places,out=$counts/$name.log" \
        scripts/qemu.sh "$board" "$program" "$@" >"$counts/$name.console" ||
        { cat "$counts/$name.console" >&2; complain "$name failed (above)"; }
    # masked windows are the kernel's; in a build that is not the usual one they are not
    [ ! -f "bench/$name/preset" ] || sed -i '/^masked/d' "$counts/$name.log"
    sites "$program" "$counts/$name.log" >"$counts/$name.sites"
}

# told NAME [argument ...]: it tells what it found itself, and nothing need be counted
told() {
    name=$1
    shift
    rm -f "$counts/$name.places"
    TAKT_ICOUNT=1 scripts/qemu.sh "$board" "$build/bench/bin/$name" "$@" >"$counts/$name.console" ||
        { cat "$counts/$name.console" >&2; complain "$name failed (above)"; }
}

runs=''
if [ -z "$names" ]; then
    names=$(cat "$build/lists/bench")
    for file in bench/*/preset; do
        name=$(basename "$(dirname "$file")")
        [ ! -x "$(program_of "$name")" ] || names="$names $name"
    done
fi
for name in $names; do
    case $name in
    masked-windows | sample) [ -z "$quick" ] || continue ;;
    esac
    echo "== counting $name" >&2
    case $name in
    thread-metric) told "$name" "period_us=$([ -n "$quick" ] && echo 10000 || echo 100000)" ;;
    pairs) told "$name" period_us=2000 ;; # its result is a file of its own
    *) run "$name" ;;
    esac
    runs="$runs $counts/$name"
done
# shellcheck disable=SC2086 # names without blanks
exec "$tools/takt-costs" "$board" bench/peers.txt "bench/baseline-$board.txt" "$folder" \
    "configuration=$configuration" "page=docs/costs-$board.md" $options $runs
