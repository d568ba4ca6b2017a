#!/bin/sh
# tiny.sh SOURCE WORK PYTHON CHECK: builds the profile tiny for mps2-an385, fails when it takes more than it may
# (scripts/size_whole.py) or the result is not as docs/results.md has it, and runs the parts' program in that very
# configuration: threads that preempt, give way and sleep, and semaphores between them.
set -eu

source=$1
work=$2
python=$3
check=$4
board=mps2-an385
for tool in arm-none-eabi-gcc qemu-system-arm; do
    command -v $tool >/dev/null 2>&1 || {
        echo "$tool is missing (./takt setup --full installs it)"
        exit 77
    }
done
rm -rf "$work"
mkdir -p "$work"
cmake -S "$source" -B "$work" -G Ninja "-DCMAKE_TOOLCHAIN_FILE=$source/cmake/arm-none-eabi.cmake" -DTAKT_BOARD=$board \
    '-DTAKT_DEFCONFIG=release;minimal;small;tiny' >"$work/log" 2>&1 &&
    cmake --build "$work" --target size-tiny size-parts >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
"$python" "$source/scripts/size_whole.py" --board $board --build "$work" --output "$work/size-tiny-$board.json"
"$check" "$work/size-tiny-$board.json"
TAKT_RESULTS=$work TAKT_ICOUNT=1 sh "$source/scripts/qemu.sh" $board "$work/tests/bin/size-parts"
