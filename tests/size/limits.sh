#!/bin/sh
# limits.sh SOURCE WORK PYTHON CHECK: measures the images of mps2-an385 as ./takt size does, in folders of its own. Fails
# when the result is not as docs/results.md has it, or when the minimal image has grown by more than 2 % beyond what it
# takes (1,938 bytes at -O2, 1,820 at -Os, 297 of RAM), whether or not it is what is wanted: that is for ./takt size to say.
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
"$python" - "$work/size-$board.json" <<'P'
import json
import sys

kept = {"text": 1938, "text-small": 1820, "ram": 297}
with open(sys.argv[1], encoding="utf-8") as file:
    values = {verdict["name"]: verdict["value"] for verdict in json.load(file)["verdicts"]}
grown = [f"{name}: {values[name]} B, was {was} B" for name, was in kept.items() if values[name] > was * 1.02]
sys.exit("\n".join(grown) if grown else 0)
P
echo "amount: 3 sizes compared"
