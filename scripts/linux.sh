# ./takt linux: what Linux does on the same devices. The work is done by linux/main.py.

linux_needs() {
    case ${1:-} in
    check-jffs2) echo linux ;;
    latency) echo linux-latency ;;
    light) echo linux-light ;;
    snapshot) echo linux-snapshot ;;
    *) echo run ;;
    esac
}

linux() {
    # --yes is takt's
    for word in "$@"; do
        shift
        if [ "$word" = --yes ]; then yes=1; else set -- "$@" "$word"; fi
    done
    need "$(linux_needs "$@")"
    root=$PWD
    cd "$from" # names of files are as they were typed
    exec "$(python)" "$root/linux/main.py" "$@"
}
