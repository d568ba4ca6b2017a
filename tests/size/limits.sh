#!/bin/sh
# limits.sh SOURCE WORK PYTHON CHECK: measures the images of mps2-an385 as ./takt size does, in folders of its own. Fails
# when the minimal image is larger than it may be, or the result is not as docs/results.md has it.
set -eu

source=$1
work=$2
python=$3
check=$4
board=mps2-an385
command -v arm-none-eabi-gcc >/dev/null 2>&1 || {
    echo "arm-none-eabi-gcc is missing (./takt setup --full installs it)"
    exit 77
}

# build NAME CONFIGURATION
build() {
    rm -rf "$work/$1"
    mkdir -p "$work/$1"
    cmake -S "$source" -B "$work/$1" -G Ninja "-DCMAKE_TOOLCHAIN_FILE=$source/cmake/arm-none-eabi.cmake" \
        -DTAKT_BOARD=$board "-DTAKT_DEFCONFIG=$2" >"$work/$1/log" 2>&1 &&
        cmake --build "$work/$1" --target size-services size-minimal >"$work/$1/log" 2>&1 || {
        cat "$work/$1/log"
        exit 1
    }
}

build release release
build minimal 'release;minimal'
build small 'release;minimal;small'
"$python" "$source/scripts/size.py" --board $board --release "$work/release" --minimal "$work/minimal" \
    --small "$work/small" --output "$work/size-$board.json"
"$check" "$work/size-$board.json"
echo "amount: 3 limits"
