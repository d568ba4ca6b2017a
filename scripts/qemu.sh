#!/bin/sh
# qemu.sh BOARD PROGRAM [argument ...]: run a program of an emulated board. Its console is the standard output, its
# status the program's. CTest and ./takt run put this before every program of such a board.
#
#   TAKT_ICOUNT=1        one instruction takes 1 ns, and waiting takes none of the host's time: the same run every time
#   TAKT_ICOUNT_SHIFT=N  then it takes 2^N ns (0): a clock whose unit is that long tells single instructions apart
#   TAKT_RUN_SECONDS=N   a run that has not ended by then is ended, with status 124 (300)
#   TAKT_QEMU_OPTIONS=... further options of QEMU's, apart by blanks
#   TAKT_RESULTS=FOLDER  where results go (build/results)
#   TAKT_CONSOLE=uart    no debugger: the console is the board's UART; no arguments, no results, and no end by itself
set -eu

complain() {
    echo "qemu.sh: $*" >&2
    exit 2
}

[ $# -ge 2 ] || complain "takes a board, a program, and the program's arguments"
board=$1
program=$2
shift 2
[ -r "$program" ] || complain "there is no program $program"
command -v qemu-system-arm >/dev/null 2>&1 || complain "qemu-system-arm is missing; ./takt setup --full installs it"

results=${TAKT_RESULTS:-build/results}
seconds=${TAKT_RUN_SECONDS:-300}
mkdir -p "$results"

# A comma ends an argument of QEMU's; two stand for one.
comma() { printf '%s' "$1" | sed 's/,/,,/g'; }

line=enable=on,target=native,chardev=console,arg=$(basename "$program")
for word in --results "$results" "$@"; do
    case $word in
    *' '*) complain "'$word' has a blank; the board takes its line apart at blanks" ;;
    esac
    line=$line,arg=$(comma "$word")
done

case ${TAKT_CONSOLE:-debugger} in
uart) set -- -serial stdio ;;
*) set -- -serial none -chardev stdio,id=console -semihosting-config "$line" ;;
esac
set -- "$@" -M "$board" -display none -monitor none
[ "${TAKT_ICOUNT:-0}" = 0 ] || set -- "$@" -icount "shift=${TAKT_ICOUNT_SHIFT:-0},sleep=off"
# shellcheck disable=SC2086 # several options
set -- qemu-system-arm "$@" ${TAKT_QEMU_OPTIONS-} -kernel "$program"
# the image of another core, where each has its own
[ ! -r "$program.core1" ] || set -- "$@" -device "loader,file=$(comma "$program.core1")"
# Ctrl-C goes to all of the terminal's foreground group; --foreground leaves QEMU in it
! command -v timeout >/dev/null 2>&1 || set -- timeout --foreground "$seconds" "$@"

status=0
"$@" </dev/null || status=$?
[ "$status" != 124 ] || echo "qemu.sh: $(basename "$program") has not ended within $seconds s, and was ended" >&2
exit "$status"
