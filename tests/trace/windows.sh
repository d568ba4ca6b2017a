#!/bin/sh
# windows.sh ROOT BUILD TOOLCHAIN BOARD: a build that records the longest masked windows. Each is longer than the one
# before, and where it ended is a place of the kernel.
set -eu

root=$1 build=$2 toolchain=$3 board=$4
TAKT_RESULTS=$(mktemp -d)
export TAKT_RESULTS
trap 'rm -rf "$TAKT_RESULTS"' EXIT INT TERM

made() {
    folder=$1 target=$2
    shift 2
    cmake -S "$root" -B "$folder" -G Ninja "$@" >"$TAKT_RESULTS/made" 2>&1 &&
        cmake --build "$folder" --target "$target" >"$TAKT_RESULTS/made" 2>&1 || { cat "$TAKT_RESULTS/made"; exit 1; }
}

made "$build/machine" takt-trace -DTAKT_BOARD=sim
made "$build/windows" trace-windows "-DCMAKE_TOOLCHAIN_FILE=$toolchain" "-DTAKT_BOARD=$board" -DTAKT_DEFCONFIG=trace \
    -DTAKT_SET=CONFIG_TAKT_TRACE_WINDOWS=y -DCMAKE_BUILD_TYPE=RelWithDebInfo
program=$build/windows/tests/bin/trace-windows
"$root/scripts/qemu.sh" "$board" "$program"
"$build/machine/tools/takt-trace" list "$TAKT_RESULTS/trace-windows.takt" | sed -n 's/.* masked .*place=\([0-9]*\) units=\([0-9]*\).*/\1 \2/p' \
    >"$TAKT_RESULTS/windows"
[ -s "$TAKT_RESULTS/windows" ] || { echo "no window was recorded"; exit 1; }
longest=0
while read -r place units; do
    [ "$units" -gt $longest ] || { echo "$units units behind $longest"; exit 1; }
    longest=$units
    arm-none-eabi-addr2line -a -i -e "$program" "$(printf '0x%x' $((place - 2)))" | grep -q '/kernel/[a-z_]*\.[ch]:' ||
        { printf '0x%x is no place of the kernel\n' "$place"; exit 1; }
done <"$TAKT_RESULTS/windows"
echo "amount: $(wc -l <"$TAKT_RESULTS/windows") windows, each longer than the one before, the last $longest units"
