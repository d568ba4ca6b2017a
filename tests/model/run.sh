#!/bin/sh
# Check a model with Spin: run.sh MODEL.pml HOW [-DNAME[=VALUE]]...
#
#   exhaustive   every state; a fault is printed with the steps that lead to it
#   cycles       every state, and no cycle without progress
#   bitstate     as many states as a table of bits tells apart: no proof, and called so
#   mutant       exhaustive until the fault is found that has to be there
#
# The partial-order reduction is Spin's own. States are counted, not transitions. Status 77: Spin is missing.
set -eu

model=$1 how=$2
shift 2
command -v spin >/dev/null 2>&1 || {
    echo "skipped: spin is missing (./takt setup installs it)"
    exit 77
}
name=$(basename "$model" .pml)
folder=$(mktemp -d "${TMPDIR:-/tmp}/takt-model.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cp "$model" "$folder/model.pml"
cd "$folder"

case $how in
cycles) options='-O2 -DNP -DCOLLAPSE' run='-l' ;;
bitstate) options='-O2 -DSAFETY -DBITSTATE' run='-w30' ;;
mutant) options='-O0 -DSAFETY' run='' ;; # it ends soon: compiling is what takes time
*) options='-O2 -DSAFETY -DCOLLAPSE' run='' ;;
esac
spin -a "$@" model.pml >spin.log 2>&1 || {
    cat spin.log
    exit 1
}
# shellcheck disable=SC2086 # words
"${CC:-cc}" -w $options -DVECTORSZ=2048 -DMEMLIM=3000 -o pan pan.c
# shellcheck disable=SC2086 # none, or one word
./pan -m1000000 $run >pan.log 2>&1 || true

states=$(awk '/states, stored/ { printf "%.0f", $1 }' pan.log)
told=$(grep -m1 '^pan:[0-9]*:' pan.log | sed 's/^pan:[0-9]*: //; s/ (at depth.*//') || true
case $how in
mutant) [ -n "$told" ] || {
    echo "$name $*: NOT FOUND"
    cat pan.log
    exit 1
} ;;
*) if [ -n "$told" ] || ! grep -q 'errors: 0' pan.log || grep -q 'Search not completed\|search depth too small' pan.log; then
    cat pan.log
    [ ! -f model.pml.trail ] || spin -t -p "$@" model.pml | grep 'proc ' | tail -n 100
    echo "$name $how $*: FAILED: ${told:-the search did not end}"
    exit 1
fi ;;
esac
case $how in
mutant) echo "| $name: $MUTANT_NAME | | model: $told |" ;;
*) echo "$name, $how, $*: holds" ;;
esac
echo "amount: $states states"
