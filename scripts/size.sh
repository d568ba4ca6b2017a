# ./takt size: what Takt takes of a device's memory, by the linker's map

size() {
    board=mps2-an385 kind='' names='' profile=''
    while [ $# -gt 0 ]; do
        case $1 in
        --by-switch) kind=switches ;;
        --compilers) kind=compilers ;;
        CONFIG_*) names="$names $1" ;;
        --yes) yes=1 ;;
        --profile)
            profile=$(value --profile "$@")
            shift
            ;;
        --board)
            board=$(value --board "$@")
            shift
            ;;
        *) die "size takes --board BOARD, --profile tiny, --by-switch [CONFIG_X]..., --compilers, not '$1'." ;;
        esac
        shift
    done
    check_board "$board"
    presets | grep -qx "$board-minimal" || die "sizes are those of a device: ./takt size --board mps2-an385"
    [ -z "$names" ] || [ "$kind" = switches ] || die "names of switches go with --by-switch"
    case $profile in
    '' | tiny) ;;
    *) die "there is no profile '$profile' to measure: tiny is one; the other configurations are measured together, without --profile" ;;
    esac
    need run
    need_for "$board"
    [ -z "$profile" ] || {
        size_tiny
        return
    }
    [ -z "$kind" ] || {
        size_compare
        return
    }
    for preset in "$board-release" "$board-minimal" "$board-small"; do
        configure "$preset"
        build "$preset" size-services
        build "$preset" size-minimal
    done
    "$(python)" scripts/size.py --board "$board" --release "build/$board-release" \
        --minimal "build/$board-minimal" --small "build/$board-small" \
        --output "${TAKT_RESULTS:-build/results}/size-$board.json"
}

# The smallest profile, which the linker optimizes as a whole.
size_tiny() {
    presets | grep -qx "$board-tiny" || die "the profile tiny is measured on mps2-an385: ./takt size --profile tiny"
    configure "$board-tiny"
    build "$board-tiny" size-tiny
    "$(python)" scripts/size_whole.py --board "$board" --build "build/$board-tiny" \
        --output "${TAKT_RESULTS:-build/results}/size-tiny-$board.json"
}

# What choices cost: an image for each.
size_compare() {
    # shellcheck disable=SC2086 # a name a word
    "$(python)" scripts/size_compare.py "$kind" $names --board "$board" --work "build/$board-size" \
        --output "${TAKT_RESULTS:-build/results}/size-$kind-$board.json"
}
