# ./takt test: which builds run which suites, and what is counted.
#
#   newcomer  sim, host, and sim with its invariants checked after every operation; emulated boards if asked for
#   --full    also: emulated boards, nothing checked (release), sanitizers, static checks, the coverage gate, installation
#   --long    everything, with the tests that take hours of a processor

test_parse() {
    while [ $# -gt 0 ]; do
        case $1 in
        --yes) yes=1 ;;
        --board | --set)
            word=$(value "$1" "$@")
            [ "$1" = --board ] && board=$word || add_set "$word"
            shift
            ;;
        --full) level=full ;;
        --long) level=long ;;
        --coverage) coverage=1 ;;
        -*) die "test does not know $1. ./takt shows what it takes." ;;
        *) [ -z "$suite" ] && suite=$1 || die "test takes one suite, not '$suite' and '$1'." ;;
        esac
        shift
    done
    [ -z "$board" ] || check_board "$board"
}

test_presets() {
    list='sim host sim-checks sim-trace sim-posix host-posix'
    for name in $(boards); do
        { [ -z "$level$board" ] || ! emulated "$name"; } || list="$list $name"
        # a board that can have an image a core is tested in that shape, too
        { [ -z "$level$board" ] || [ ! -e "board/$name/amp.cmake" ]; } || list="$list $name-amp"
    done
    if [ -n "$level" ]; then
        list="$list sim-release host-release host-trace sim-asan host-asan host-tsan"
        list="$list sim-posix-asan host-posix-asan host-posix-tsan"
        for name in $(boards); do
            for way in release trace; do
                ! presets | grep -qx "$name-$way" || ! emulated "$name" || list="$list $name-$way"
            done
        done
        list="$list mps2-an385-posix"
    fi
    # POSIX programs know of a board what the kernel does: one emulated board stands for the others, unless one is asked for
    case "$suite $list " in
    posix\ *" $board-posix "*) ;;
    posix\ *) ! presets | grep -qx "$board-posix" || list="$list $board-posix" ;;
    esac
    for preset in $list; do
        case $board in
        '' | all | "$(preset_board "$preset")") echo "$preset" ;;
        esac
    done
}

processors() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# test_levels PRESET: the labels of the tests that it does not run. A build that only has fewer checks, more of them, or
# ThreadSanitizer in it runs what a newcomer runs: the longest tests are about protocols and formats, once a board.
test_levels() {
    case $level-$1 in
    -*) echo '^level-' ;;
    full-*-release | full-*-checks | full-*-tsan) echo '^level-' ;;
    full-*) echo '^level-long$' ;;
    long-*) echo '^$' ;;
    esac
}

# On host, and on an emulator that does not count instructions, time is real and the machine may take a processor away in
# the middle of a test: what fails is run once more. A fault that is in the code fails again.
test_again() {
    if [ "${1%%-*}" = host ] || emulated "$(preset_board "$1")"; then
        echo '--repeat until-pass:2'
    fi
}

# A line a test as it ends, and what failed ones printed; the summary says the rest. No filter program: those keep
# lines back.
test_progress() {
    while IFS= read -r line; do
        case $line in
        'Internal ctest'* | 'Test project'* | *' Start '*[0-9]:*) ;;
        *'% tests passed, '*) cat >/dev/null ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

# A build that fails, or a ctest that is ended, is one failure; the other builds still tell something.
test_not_built() {
    echo "build-$1|failed|0" >>build/steps
    tested="$tested "
    return 1
}

# test_preset PRESET: build everything, run what the level and the suite ask for
test_preset() {
    (configure "$1") || test_not_built "$1" || return 0
    if [ -n "$suite" ] && ! grep -qx "$suite" "build/$1/lists/suites"; then
        return 0
    fi
    (build "$1" all) || test_not_built "$1" || return 0
    say "== testing $1"
    rm -f "build/$1/junit.xml"
    # shellcheck disable=SC2046 # two words, or none
    ctest --test-dir "build/$1" -j "$(processors)" $(test_again "$1") --output-on-failure --test-output-size-passed 1000000 \
        --output-junit "$PWD/build/$1/junit.xml" -LE "$(test_levels "$1")" ${suite:+-L "^$suite\$"} 2>&1 |
        test_progress >&2
    [ -s "build/$1/junit.xml" ] || test_not_built "$1" || return 0
    tested="$tested $1"
}

# test_step NAME COMMAND...: something that is no ctest counts as one test of the suite of its name
test_step() {
    say "== $1"
    name=$1
    shift
    began=$(date +%s)
    if ("$@"); then result=passed; else result=failed; fi
    echo "$name|$result|$(($(date +%s) - began))" >>build/steps
}

test_command() {
    test_parse "$@"
    need test
    need_for $(for preset in $(test_presets); do preset_board "$preset"; done | sort -u)
    mkdir -p build
    [ "$coverage" = 0 ] || need coverage
    [ -z "$level" ] || need full
    : >build/steps
    tested=''
    if [ "$coverage" = 0 ] || [ -n "$level" ]; then
        [ -z "$level" ] || [ -n "$suite" ] || test_step check check_all
        for preset in $(test_presets); do test_preset "$preset"; done
        [ -n "$tested" ] || test_unknown
    fi
    if [ "$coverage" = 1 ] || { [ -n "$level" ] && [ -z "$suite$board" ]; }; then
        . scripts/coverage.sh
        test_step coverage coverage_all
    fi
    test_faults
    "$(python)" scripts/summary.py build/steps $tested
}

# The suite of the lock shows which faults were planted in it, and what killed each.
test_faults() {
    case "$suite $tested " in
    'llq '*' host '*) [ ! -f build/host/llq-mutants.txt ] || cat build/host/llq-mutants.txt ;;
    esac
}

test_unknown() {
    say "takt: there is no suite '$suite' here. Suites:"
    for preset in $(test_presets); do cat "build/$preset/lists/suites"; done | sort -u | sed 's/^/  /' >&2
    exit 1
}
