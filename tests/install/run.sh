#!/bin/sh
# run.sh BUILD WORK: installs the build below WORK and builds programs that know nothing but that place: the kernel
# from C and from C++, the lock alone, and the lock between processes one of which is killed, each found by CMake and by
# pkg-config. Then runs them. The installed tree is moved first: it must not depend on where it was made, nor on the
# source tree.
set -eu

source=$(cd "$(dirname "$0")/outside" && pwd)
build=$1
work=$2
rm -rf "$work/source" "$work/first" "$work/installed" "$work/outside" "$work/bin"
mkdir -p "$work/bin"

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/installed"
installed=$work/installed

# an example that users copy is a program from outside too
cp -r "$source" "$work/source"
cp "$source/../../../examples/llq-processes/processes.c" "$work/source/"
source=$work/source

cmake -G Ninja -S "$source" -B "$work/outside" -DCMAKE_PREFIX_PATH="$installed" >/dev/null
cmake --build "$work/outside"

PKG_CONFIG_PATH=$(dirname "$(find "$installed" -name takt.pc)")
export PKG_CONFIG_PATH
with() { pkg-config --define-prefix --cflags --libs "$1"; }
${CC:-cc} -std=c11 -Wall -Wextra -Werror "$source/two_cores.c" -o "$work/bin/c" $(with takt)
${CXX:-c++} -std=c++17 -Wall -Wextra -Werror "$source/two_cores.cpp" -o "$work/bin/cpp" $(with takt)
${CC:-cc} -std=c11 -Wall -Wextra -Werror "$source/lock_alone.c" -o "$work/bin/lock" $(with takt-llq)
${CC:-cc} -std=c11 -Wall -Wextra -Werror "$source/processes.c" -o "$work/bin/processes" $(with takt-llq)

programs=0
for program in outside/c outside/cpp outside/lock outside/processes bin/c bin/cpp bin/lock bin/processes; do
    timeout 60 "$work/$program"
    programs=$((programs + 1))
done
echo "amount: $programs programs"
