#!/bin/sh
# run.sh SOURCE WORK PYTHON: nothing here builds, so it may run while a build is tested. Each case says what it
# expects; a message must name what was wrong, not only that something was.
set -eu

source=$1
work=$2
python=$3
cases=0
rm -rf "$work/cases"
mkdir -p "$work/cases"
cd "$work/cases"

# expect STATUS TEXT COMMAND...: the command ends so, and what it prints holds the text
expect() {
    want=$1
    text=$2
    shift 2
    status=0
    "$@" >out 2>&1 </dev/null || status=$?
    if [ "$status" != "$want" ] || { [ -n "$text" ] && ! grep -qF -e "$text" out; }; then
        echo "FAILED: $*"
        echo "expected status $want and '$text', got status $status and:"
        cat out
        exit 1
    fi
    cases=$((cases + 1))
}

takt=$source/takt
expect 0 './takt run contention' "$takt"
[ "$(wc -l <out)" -le 30 ] || { echo "FAILED: the list of commands is longer than a screen" && exit 1; }
expect 1 "no command 'frobnicate'" "$takt" frobnicate
expect 1 "no board 'moon'. Boards: sim " "$takt" run contention --board moon
expect 1 '--seed takes a value' "$takt" run contention --seed
expect 1 'run does not know --sed' "$takt" run contention --sed 4
expect 1 "not 'TAKT_CORES=4'" "$takt" run contention --set TAKT_CORES=4
expect 1 "'contention' and 'latency'" "$takt" run contention latency
expect 1 'on host time is real' "$takt" run contention --board host --seed 4
expect 1 "--icount counts an emulator's instructions" "$takt" run hello --icount
expect 1 "--icount counts an emulator's instructions" "$takt" run hello --board host --icount
expect 1 'on mps2-an385 time is real' "$takt" run hello --board mps2-an385 --seed 4
expect 1 'test does not know --ful' "$takt" test --ful
expect 1 "no board 'moon'" "$takt" test --board moon
expect 1 'setup takes --yes' "$takt" setup --no
expect 1 "no preset 'moon'" "$takt" menuconfig moon
expect 1 'menuconfig needs a terminal' "$takt" menuconfig sim
expect 0 'libcmocka-dev' "$takt" doctor

# Nothing installed: an empty PATH but for what every Unix has. It says what is missing, and the line to type.
bare=$work/cases/bare
mkdir "$bare"
for tool in sh cat cut awk dirname env grep id sed tr uname mkdir; do
    ln -s "$(command -v "$tool")" "$bare/$tool"
done
echo '#!/bin/sh' >"$bare/apt-get"
chmod +x "$bare/apt-get"
expect 1 './takt setup --yes' env -i PATH="$bare" CC=no-compiler TAKT_PYTHON=no-python "$takt" run contention
grep -q 'To install: .*cmake ninja-build' out || { echo "FAILED: the packages are not named" && exit 1; }
expect 1 'To install: gcc-arm-none-eabi libnewlib-arm-none-eabi qemu-system-arm' sh -c ". $source/scripts/needs.sh
    say() { printf '%s\\n' \"\$*\" >&2; }
    die() { say \"\$*\"; exit 1; }
    yes=0
    PATH=$bare
    need emulated"
rm "$bare/apt-get"
expect 1 'only Debian and Ubuntu' env -i PATH="$bare" CC=no-compiler TAKT_PYTHON=no-python "$takt" run contention

# Choices: what is unknown, out of range or impossible is an error that names the symbol.
set_to() {
    "$python" "$source/scripts/kconfig.py" --kconfig "$source/Kconfig" --base .config --header config/config.h \
        --cmake config/config.cmake --version 1 --board sim --set "$@"
}
expect 1 'no symbol CONFIG_TAKT_COERS' set_to CONFIG_TAKT_COERS=4
expect 1 'CONFIG_TAKT_CORES is a number from 1 to 64' set_to CONFIG_TAKT_CORES=65
expect 1 'CONFIG_TAKT_CORES is a number from 1 to 64' set_to CONFIG_TAKT_CORES=many
expect 1 './takt menuconfig' set_to CONFIG_TAKT_ASSERT=maybe
expect 1 'CONFIG_TAKT_CHECKS=y needs TAKT_ASSERT' set_to CONFIG_TAKT_CHECKS=y CONFIG_TAKT_ASSERT=n
expect 0 '' set_to CONFIG_TAKT_CORES=5 CONFIG_TAKT_STOP_ALL=1
expect 0 'CONFIG_TAKT_CORES 5' cat config/config.h
expect 0 'CONFIG_TAKT_STOP_ALL 1' cat config/config.h
echo 'CONFIG_TAKT_CORES=7' >.config
expect 0 '' set_to
expect 0 'CONFIG_TAKT_CORES 7' cat config/config.h
echo 'CONFIG_TAKT_CORES=0' >.config
expect 1 '.config:1: CONFIG_TAKT_CORES' set_to

# The summary: no test, no amount, or an amount of 0 is a failure; the last line is the count.
result() {
    mkdir -p build/made/lists
    echo 'one|suite' >build/made/lists/tests
    printf '<testsuite>%s</testsuite>\n' "$1" >build/made/junit.xml
    : >steps
    "$python" "$source/scripts/summary.py" steps made
}
ran() { printf '<testcase name="one" time="1" status="%s"><system-out>%s</system-out></testcase>' "$1" "$2"; }
expect 1 '0 passed, 0 failed' result ''
expect 0 '1 passed, 0 failed' result "$(ran run 'amount: 3 seeds')"
[ "$(tail -n 1 out)" = '1 passed, 0 failed' ] || { echo "FAILED: the count is not the last line" && exit 1; }
expect 0 '12 cases' result "$(ran run '[==========] 12 test(s) run.')"
expect 1 'says no amount' result "$(ran run 'amount: 0 seeds')"
expect 1 'says no amount' result "$(ran run 'all is well')"
expect 1 '0 passed, 1 failed' result "$(ran fail 'amount: 3 seeds')"

echo "amount: $cases cases"
