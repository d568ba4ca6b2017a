# Format, clang-tidy, cppcheck: what can be seen without running anything.

# Our own C and C++, tracked or about to be; without git (a release archive) whatever is there.
sources() {
    if git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files -co --exclude-standard -- "$@"
    else
        find . -path ./build -prune -o -type f -print | sed 's|^\./||'
    fi | grep -E '\.(c|h|cpp|hpp)$' | while read -r file; do [ ! -e "$file" ] || echo "$file"; done
}

# What the build of a board compiles, one file a line, of our own folders. Of an emulated board, and of a
# build for POSIX programs, only what is its own: the rest has been looked at.
compiled() {
    ours='kernel|llq|port|board|trace|apps|bench|boot|fs|posix|tools'
    ! emulated "$1" || ours='port|board|boot'
    case $1 in *-posix) ours=posix ;; esac
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "build/$1/compile_commands.json" | sed "s|^$PWD/||" |
        grep -E "^($ours)/.*\.c\$" | grep -v /third-party/ | sort -u
}

# What clang has to be told of another machine's compiler: where its headers are.
tidy_flags() {
    echo --extra-arg=-Wno-ignored-optimization-argument # some options are gcc's alone
    emulated "$1" || return 0
    echo --extra-arg=--target=arm-none-eabi
    arm-none-eabi-gcc -x c -E -v /dev/null 2>&1 >/dev/null |
        sed -n '/#include <...> search/,/^End of search/s/^ //p' | while read -r folder; do
        echo "--extra-arg=-isystem$(readlink -f "$folder")"
    done
}

# Boards that are looked at: the emulated ones where their compiler is.
checked() {
    echo sim host sim-posix
    for name in $(boards); do
        ! emulated "$name" || ! is_there arm-gcc || ! is_there arm-newlib || echo "$name"
    done
}

format() {
    for word in "$@"; do
        [ "$word" = --yes ] && yes=1 || die "format takes --yes, not '$word'."
    done
    need format
    sources | xargs clang-format -i
}

check_format() {
    mkdir -p build
    sources | while IFS= read -r file; do
        clang-format --dry-run --Werror "$file" >/dev/null 2>&1 || echo "$file"
    done >build/unformatted
    [ -s build/unformatted ] || return 0
    sed 's/^/not formatted: /' build/unformatted >&2
    say "To put it right: ./takt format"
    return 1
}

# The first command of each file alone: what the tools build once more is the same source.
first_commands() {
    mkdir -p "build/$1/tidy"
    "$(python)" -c 'import json, sys
first = {}
for entry in json.load(sys.stdin):
    first.setdefault(entry["file"], entry)
json.dump(list(first.values()), sys.stdout)' <"build/$1/compile_commands.json" >"build/$1/tidy/compile_commands.json"
}

# One file a run, and once: several in one make clang-tidy 14 find va_lists that are not there.
check_tidy() {
    first_commands "$1"
    # shellcheck disable=SC2046 # a flag a word
    compiled "$1" | xargs -n 1 -P "$(processors)" clang-tidy -p "build/$1/tidy" --quiet $(tidy_flags "$1") 2>"build/$1/tidy.log" || {
        grep -v 'warnings generated' "build/$1/tidy.log" >&2
        return 1
    }
}

check_folders() {
    if emulated "$1"; then
        echo "-I board/mps2 -I board/$1/include -I board/mps2-an385/include -I port/cortexm/include -I port/cortexm/nofloat"
    else
        echo "-I port/${1%-posix} -I port/${1%-posix}/include -I posix/include"
    fi
}

# cppcheck looks at each file by itself, with the configuration that is built.
check_cppcheck() {
    mkdir -p build/cppcheck
    compiled "$1" | sed "s|^|$PWD/|" >build/cppcheck/files
    # shellcheck disable=SC2046 # a folder a word
    cppcheck --quiet --error-exitcode=1 --inline-suppr --enable=warning,performance,portability --std=c11 \
        --cppcheck-build-dir=build/cppcheck -j "$(processors)" --suppressions-list=scripts/cppcheck.suppressions \
        -I "build/$1/include" -I include -I llq/include -I kernel $(check_folders "$1") --file-list=build/cppcheck/files
}

# A shell script that bash takes need not be one that sh takes.
check_shell() {
    for file in takt .ci/run scripts/*.sh linux/guest/*.sh; do
        sh -n "$file" || return 1
    done
}

check_step() {
    say "   $*"
    "$@" || check_status=1
}

check_all() {
    need check
    check_status=0
    check_step check_format
    check_step check_shell
    for target in $(checked); do
        configure "$target"
        check_step check_tidy "$target"
        check_step check_cppcheck "$target"
    done
    return "$check_status"
}

check() {
    for word in "$@"; do
        [ "$word" = --yes ] && yes=1 || die "check takes --yes, not '$word'."
    done
    check_all || die "the checks found something (above)."
    say "Nothing found."
}
