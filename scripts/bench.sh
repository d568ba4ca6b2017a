# ./takt bench: every benchmark is an application below bench/. On the boards of the development machine they run; on
# emulated ones what they execute is counted (scripts/count.sh), and compared with the figures that are kept.

counted=''

# Options of the counting; the rest is as for run.
bench_parse() {
    for word in "$@"; do
        shift
        case $word in
        --quick | --update) counted="$counted ${word#--}" ;;
        *) set -- "$@" "$word" ;;
        esac
    done
    run_parse "$@"
}

# bench_preset PRESET NAME: a benchmark that needs another build than the usual one names it: host-trace.
bench_preset() {
    if [ -f "bench/$2/preset" ]; then echo "$1-$(cat "bench/$2/preset")"; else echo "$1"; fi
}

# bench_others PRESET: those that do, where there is such a build
bench_others() {
    for file in bench/*/preset; do
        name=$(basename "$(dirname "$file")")
        ! presets | grep -qx "$(bench_preset "$1" "$name")" || echo "$name"
    done
}

# bench_known PRESET: the benchmark asked for, if one is, exists
bench_known() {
    [ -z "$app" ] || grep -qx "$app" "build/$1/lists/bench" || {
        say "takt: there is no benchmark '$app'. Benchmarks:"
        sed 's/^/  /' "build/$1/lists/bench" >&2
        exit 1
    }
    grep -q . "build/$1/lists/bench" || die "there are no benchmarks for $1 yet."
}

bench_run() {
    preset=$(bench_preset "$target" "$app")
    configure "$preset"
    bench_known "$preset"
    for name in ${app:-$(cat "build/$target/lists/bench") $(bench_others "$target")}; do
        preset=$(bench_preset "$target" "$name")
        configure "$preset"
        grep -qx "$name" "build/$preset/lists/bench" || continue
        build "$preset" "bench/bin/$name"
        say "== $name on $target"
        start_program "$target" "build/$preset/bench/bin/$name"
    done
}

bench_count() {
    [ -z "$arguments" ] || die "on $target benchmarks take no arguments: what is counted has to be the same every time."
    (
        sets=''
        configure sim
        build sim takt-count
        build sim takt-costs
    ) || exit 1
    configure "$target-bench"
    preset=$(bench_preset "$target-bench" "$app")
    configure "$preset"
    bench_known "$preset"
    for name in ${app:-$(cat "build/$target-bench/lists/bench") $(bench_others "$target-bench")}; do
        preset=$(bench_preset "$target-bench" "$name")
        configure "$preset"
        build "$preset" "bench/bin/$name"
    done
    # shellcheck disable=SC2086 # words
    scripts/count.sh "$target" "build/$target-bench" build/sim/tools "${TAKT_RESULTS:-build/results}" $counted $app
}

bench() {
    arguments=''
    bench_parse "$@"
    [ -z "$board" ] || check_board "$board"
    [ "$board" != all ] || die "bench takes one board. Boards: $(boards | tr '\n' ' ')"
    target=${board:-host}
    need_for "$target"
    [ "$app$target" = llqhost ] && need bench-llq || need run
    # how a lock grows with the cores is counted on as many as there can be
    [ "$app$target" != llqsim ] || case $sets in *TAKT_CORES*) ;; *) add_set CONFIG_TAKT_CORES=64 ;; esac
    if emulated "$target"; then
        bench_count
    else
        [ -z "$counted" ] || die "--${counted# }: instructions are counted on emulated boards. Use --board mps2-an385."
        bench_run
    fi
}
