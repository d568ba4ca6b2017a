# ./takt size: what Takt takes of a device's memory, by the linker's map

size() {
    board=mps2-an385
    while [ $# -gt 0 ]; do
        case $1 in
        --yes) yes=1 ;;
        --board)
            board=$(value --board "$@")
            shift
            ;;
        *) die "size takes --board BOARD, not '$1'." ;;
        esac
        shift
    done
    check_board "$board"
    presets | grep -qx "$board-minimal" || die "sizes are those of a device: ./takt size --board mps2-an385"
    need run
    need_for "$board"
    for preset in "$board-release" "$board-minimal" "$board-small"; do
        configure "$preset"
        build "$preset" size-services
        build "$preset" size-minimal
    done
    "$(python)" scripts/size.py --board "$board" --release "build/$board-release" \
        --minimal "build/$board-minimal" --small "build/$board-small" \
        --output "${TAKT_RESULTS:-build/results}/size-$board.json"
}
