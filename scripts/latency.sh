# ./takt run latency --matrix: the experiment in each combination of preemption model, interrupt threads and lock kind, and
# ./takt run latency --budget 50us: which of them is the cheapest that meets it.

# latency_configurations: name and choices, one a line. Timers' functions are handlers, too.
latency_configurations() {
    for model in full voluntary none; do
        case $model in
        full) preempt=CONFIG_TAKT_PREEMPT=y ;;
        voluntary) preempt=CONFIG_TAKT_PREEMPT=n ;;
        none) preempt="CONFIG_TAKT_PREEMPT=n;CONFIG_TAKT_PREEMPT_POINTS=n" ;;
        esac
        for way in threads direct; do
            [ "$way" = threads ] && threaded=y || threaded=n
            for kind in mutex section; do
                [ "$kind" = mutex ] && mutex=y || mutex=n
                echo "$model-$way-$kind $preempt;CONFIG_TAKT_IRQ_THREADED=$threaded;CONFIG_TAKT_TIMER_WORKER=$threaded;CONFIG_TAKT_KLOCK_MUTEX=$mutex"
            done
        done
    done
}

# latency_one NAME CHOICES: build and run it; its result goes to build/results/latency-matrix/NAME
latency_one() {
    say "== latency on $target: $1"
    folder=build/latency-$target-$1
    mkdir -p "$folder"
    cmake --preset "$preset" -B "$folder" "-DTAKT_SET=$2${sets:+;$sets}" >"$folder/configure.log" 2>&1 ||
        die "configuring it failed; why is in $folder/configure.log."
    cmake --build "$folder" --target latency >"$folder/build.log" 2>&1 || die "building it failed; why is in $folder/build.log."
    mkdir -p "$latency_results/$1"
    # a demand that a configuration misses is no failure here: the table says which do
    (TAKT_RESULTS=$latency_results/$1 start_program "$target" "$folder/apps/bin/latency") >"$latency_results/$1/console" || :
    [ -s "$latency_results/$1/latency-$target.json" ] || die "it wrote no result; what it said is in $latency_results/$1/console."
}

latency_matrix() {
    target=${board:-sim}
    [ "$target" != all ] || die "--matrix takes one board."
    case $budget in
    '' | [0-9]*ns | [0-9]*us | [0-9]*ms | [0-9]*instructions) ;;
    *) die "--budget $budget: write a time as 50us (ns, us, ms), or 250instructions on an emulated board." ;;
    esac
    preset=$(run_preset "$target")
    latency_results=${TAKT_RESULTS:-build/results}/latency-matrix/$target
    rm -rf "$latency_results"
    ! emulated "$target" || icount=1
    TAKT_ICOUNT_SHIFT=$(cat apps/latency/icount)
    export TAKT_ICOUNT_SHIFT
    case $arguments in
    *loads=*) ;;
    *) arguments="$arguments
loads=unloaded,full,heavy" ;;
    esac
    case $arguments in
    *seconds=*) ;;
    *) arguments="$arguments
seconds=2" ;;
    esac
    # a file descriptor of its own: what runs must not read the list
    latency_configurations >build/latency-configurations
    while read -r name choices <&3; do latency_one "$name" "$choices"; done 3<build/latency-configurations
    "$(python)" scripts/latency.py "$latency_results" "$target" "${TAKT_RESULTS:-build/results}" ${budget:+"$budget"}
}
