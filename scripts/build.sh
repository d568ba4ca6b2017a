# Boards, presets, configuring and building.

# A board is a folder below board/ that says what to build; what boards have in common is not one.
boards() {
    for file in board/*/CMakeLists.txt; do
        name=${file#board/}
        name=${name%/CMakeLists.txt}
        [ "$name" = common ] || echo "$name"
    done | sort -r # sim, the default, first
}

# A board that is another machine: its programs are built by another compiler and run under scripts/qemu.sh.
emulated() { [ -e "board/$1/board.cmake" ]; }

# need_for BOARDS...: what building for them and running on them takes beside the usual
need_for() {
    for name in "$@"; do
        ! emulated "$name" || need emulated
    done
}

# preset_board PRESET: the board that it builds for
preset_board() {
    for name in $(boards); do
        case $1 in
        "$name" | "$name"-*) echo "$name" ;;
        esac
    done
}

# launch BOARD PROGRAM ARGUMENT...
launch() {
    where=$1
    shift
    if emulated "$where"; then
        TAKT_ICOUNT=$icount TAKT_RUN_SECONDS=${TAKT_RUN_SECONDS:-600} scripts/qemu.sh "$where" "$@"
    else
        "$@"
    fi
}

check_board() {
    [ "$1" = all ] || boards | grep -qx "$1" || die "there is no board '$1'. Boards: $(boards | tr '\n' ' ')(or all)"
}

presets() {
    cmake --list-presets 2>/dev/null | sed -n 's/^  "\([^"]*\)".*/\1/p'
}

# configure PRESET: a moment when nothing changed; --set holds for this build alone
configure() {
    mkdir -p "build/$1"
    if ! cmake --preset "$1" "-DTAKT_SET=$sets" >"build/$1/configure.log" 2>&1; then
        # CMake's own words around the message help nobody who misspelt a symbol
        sed -n '/^CMake Error/,/^Call Stack/{/^CMake Error/d;/^Call Stack/d;s/^  //;/./p;}' "build/$1/configure.log" >&2
        die "configuring $1 failed (above; all of it in build/$1/configure.log)."
    fi
    case $1 in
    sim | host) ln -sf "build/$1/compile_commands.json" compile_commands.json ;; # where editors look
    esac
}

# At a terminal ninja keeps one line up to date; in a file each of its lines stays, so every 25th has to do.
build_progress() {
    while IFS= read -r line; do
        case $line in
        '[0/'*) ;;
        '['*/*']'*)
            step=${line#[}
            step=${step%%]*}
            [ $((${step%/*} % 25)) != 0 ] && [ "${step%/*}" != "${step#*/}" ] || echo "[$step]"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

# build PRESET TARGET
build() {
    say "== building $2 for $1"
    if [ -t 2 ]; then
        cmake --build "build/$1" --target "$2" >&2 && built=0 || built=$?
    else
        { cmake --build "build/$1" --target "$2" 2>&1 && built=0 || built=$?; echo "$built" >"build/$1/status"; } |
            build_progress >&2
        built=$(cat "build/$1/status")
    fi
    [ "$built" = 0 ] || die "building $2 for $1 failed (above)."
}
