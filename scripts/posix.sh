# ./takt posix: a POSIX program, built as it is and run on a board.

posix_usage='posix takes the sources of one program, and then its arguments:
  ./takt posix FILE.c... [argument]... [--board BOARD] [-I FOLDER] [-D NAME[=VALUE]] [--set CONFIG_X=Y] [-- argument...]'

posix_file() {
    case $1 in
    /*) file=$1 ;;
    *) file=$from/$1 ;;
    esac
    [ -r "$file" ] || die "there is no file $1."
    posix_files="${posix_files:+$posix_files;}$file"
}

posix_folder() {
    case $1 in
    /*) posix_folders="${posix_folders:+$posix_folders;}$1" ;;
    *) posix_folders="${posix_folders:+$posix_folders;}$from/$1" ;;
    esac
}

# posix_option WORD VALUE
posix_option() {
    case $1 in
    --board) board=$2 ;;
    --set) add_set "$2" ;;
    -I) posix_folder "$2" ;;
    -D) posix_options="${posix_options:+$posix_options;}-D$2" ;;
    esac
}

posix_argument() {
    arguments="$arguments
$1"
}

posix_parse() {
    posix_files='' posix_folders='' posix_options='' arguments=''
    while [ $# -gt 0 ]; do
        case $1 in
        --)
            shift
            for word in "$@"; do posix_argument "$word"; done
            return
            ;;
        --yes) yes=1 ;;
        --icount) icount=1 ;;
        --board | --set | -I | -D)
            word=$(value "$1" "$@")
            posix_option "$1" "$word"
            shift
            ;;
        -I*) posix_folder "${1#-I}" ;;
        -D*) posix_option -D "${1#-D}" ;;
        -*) die "posix does not know $1. An argument of the program's that begins with - stands behind --." ;;
        *.c) [ -z "$arguments" ] && posix_file "$1" || posix_argument "$1" ;;
        *) posix_argument "$1" ;;
        esac
        shift
    done
    [ -n "$posix_files" ] || die "$posix_usage"
}

posix() {
    posix_parse "$@"
    board=${board:-sim}
    [ "$board" != all ] || die "posix runs a program on one board. Boards: $(boards | tr '\n' ' ')"
    check_board "$board"
    need run
    need_for "$board"
    preset=$board-posix
    presets | grep -qx "$preset" || die "$board has no preset for POSIX programs. Presets: $(presets | grep -e '-posix$' | tr '\n' ' ')"
    posix_build_alone
    posix_run
}

# Several may be typed at a time: each builds alone, and runs what it has built. That stays for an hour where the status is not
# 0, as sim says how to run it again.
posix_build_alone() {
    posix_program=build/$preset/posix/bin/posix-program-$$
    mkdir -p "build/$preset"
    exec 9>"build/$preset/posix-lock"
    ! command -v flock >/dev/null 2>&1 || flock 9
    posix_build
    find "build/$preset/posix/bin" -name 'posix-program-*' -mmin +60 -exec rm -f {} +
    cp "build/$preset/posix/bin/posix-program" "$posix_program"
    exec 9>&-
}

# What one types twice should not be configured twice.
posix_build() {
    words="$posix_files|$posix_folders|$posix_options|$sets"
    if [ "$words" != "$(cat "build/$preset/posix-words" 2>/dev/null)" ]; then
        rm -f "build/$preset/posix-words"
        TAKT_POSIX_PROGRAM=$posix_files TAKT_POSIX_INCLUDE=$posix_folders TAKT_POSIX_OPTIONS=$posix_options configure "$preset"
        echo "$words" >"build/$preset/posix-words"
    fi
    posix_log=build/$preset/posix-build.log
    cmake --build "build/$preset" --target posix-program >"$posix_log" 2>&1 || {
        grep -v '^ninja: \|^\[[0-9]*/[0-9]*\]\|^FAILED: \|^: && ' "$posix_log" >&2
        die "building the program for $preset failed (above)."
    }
    grep -E 'warning:' "$posix_log" >&2 || true
}

posix_run() {
    set -- "$board" "$posix_program"
    if [ -n "$arguments" ]; then
        set -- "$@" --
        old_ifs=$IFS
        IFS='
'
        set -f
        for argument in $arguments; do set -- "$@" "$argument"; done
        set +f
        IFS=$old_ifs
    fi
    status=0
    launch "$@" || status=$?
    [ "$status" != 0 ] || rm -f "$posix_program"
    exit "$status"
}
