# ./takt report: one page of all results and recordings in build/results

report() {
    for word in "$@"; do
        case $word in
        --yes) yes=1 ;;
        *) die "report takes nothing, not '$word'. It shows what is in build/results; ./takt run and ./takt bench fill that." ;;
        esac
    done
    need run
    configure sim
    build sim takt-report
    mkdir -p "${TAKT_RESULTS:-build/results}"
    build/sim/tools/takt-report "${TAKT_RESULTS:-build/results}"
}
