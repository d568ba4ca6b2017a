# Format, clang-tidy, cppcheck: what can be seen without running anything.

# Our own C and C++, tracked or about to be; without git (a release archive) whatever is there.
sources() {
    if git rev-parse --git-dir >/dev/null 2>&1; then
        git ls-files -co --exclude-standard -- "$@"
    else
        find . -path ./build -prune -o -type f -print | sed 's|^\./||'
    fi | grep -E '\.(c|h|cpp|hpp)$' | while read -r file; do [ ! -e "$file" ] || echo "$file"; done
}

# What the build of a board compiles, one file a line, of our own folders.
compiled() {
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "build/$1/compile_commands.json" | sed "s|^$PWD/||" |
        grep -E '^(kernel|llq|port|board|trace|apps|bench)/.*\.c$' | sort -u
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

# One file a run: several in one make clang-tidy 14 find va_lists that are not there.
check_tidy() {
    compiled "$1" | xargs -n 1 -P "$(processors)" clang-tidy -p "build/$1" --quiet 2>"build/$1/tidy.log" || {
        grep -v 'warnings generated' "build/$1/tidy.log" >&2
        return 1
    }
}

# cppcheck looks at each file by itself, with the configuration that is built.
check_cppcheck() {
    mkdir -p build/cppcheck
    compiled "$1" | sed "s|^|$PWD/|" >build/cppcheck/files
    cppcheck --quiet --error-exitcode=1 --inline-suppr --enable=warning,performance,portability --std=c11 \
        --cppcheck-build-dir=build/cppcheck -j "$(processors)" --suppressions-list=scripts/cppcheck.suppressions \
        -I "build/$1/include" -I include -I llq/include -I kernel -I "port/$1" -I "port/$1/include" \
        --file-list=build/cppcheck/files
}

# A shell script that bash takes need not be one that sh takes.
check_shell() {
    for file in takt .ci/run scripts/*.sh; do
        sh -n "$file" || return 1
    done
}

check_all() {
    need check
    for target in sim host; do configure "$target"; done
    check_status=0
    for step in check_format check_shell 'check_tidy sim' 'check_tidy host' 'check_cppcheck sim' 'check_cppcheck host'; do
        say "   $step"
        $step || check_status=1
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
