#!/bin/sh
# configurations.sh SOURCE WORK PYTHON TARGET CHOICE...: builds each configuration for sim (CHOICE as choices.py takes
# it) and runs the program of the parts. TARGET is what is built: size-parts, or all; with all, everything builds, and
# the scenarios and unit tests that apply run too.
set -eu

source=$1
work=$2
python=$3
target=$4
shift 4
done=0

failed() {
    echo "FAILED: $1, configuration $choice: $choices"
    echo "To have it again: cmake -S . -B build/again -G Ninja '-DTAKT_SET=$choices' && cmake --build build/again --target $target"
    tail -n 40 "$work/$choice/log"
    exit 1
}

for choice in "$@"; do
    choices=$("$python" "$source/tests/size/choices.py" "$source/Kconfig" "$choice")
    build=$work/$choice
    rm -rf "$build"
    mkdir -p "$build"
    # -O0: these are built to see that they build, and run to see that they run
    cmake -S "$source" -B "$build" -G Ninja -DTAKT_BOARD=sim -DCMAKE_BUILD_TYPE=Debug "-DTAKT_SET=$choices" \
        >"$build/log" 2>&1 || failed 'cmake'
    cmake --build "$build" --target "$target" >"$build/log" 2>&1 || failed 'the build'
    "$build/tests/bin/size-parts" >"$build/log" 2>&1 || failed 'the parts'
    echo "$choice: $(tail -n 1 "$build/log"): $choices"
    if [ "$target" = all ]; then
        ctest --test-dir "$build" -L '^(scenario|unit)$' -LE '^level-' --no-tests=ignore --output-on-failure \
            >"$build/log" 2>&1 || failed 'a test'
        echo "$choice: $(grep 'tests passed' "$build/log" || echo 'no scenario applies')"
    fi
    rm -rf "$build"
    done=$((done + 1))
done
echo "amount: $done configurations"
