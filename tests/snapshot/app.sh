#!/bin/sh
# app.sh RUNNER BOARD PROGRAM FOLDER SOURCE: the program of app.c, started again and again; the flash goes from run to run by
# a file. Instructions are counted by the emulator, in steps of 40.
set -eu
runner=$1 board=$2 program=$3 folder=$4 source=$5
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" # paths of the command line are short
flash=flash.bin
starts=0

# start ARGUMENT...: one run; its line is in $line
start() {
    options=
    [ ! -e "$flash" ] || options="-device loader,file=$flash,addr=0x21000000,force-raw=on"
    TAKT_ICOUNT=1 TAKT_RUN_SECONDS=60 TAKT_RESULTS=. TAKT_QEMU_OPTIONS=$options \
        "$runner" "$board" "$program" "flash=$flash" "$@" >out || {
        head -n 20 out
        echo "app.sh: start $*: failed"
        exit 1
    }
    line=$(head -n 1 out)
    starts=$((starts + 1))
}

fail() {
    echo "app.sh: $1"
    head -n 20 out
    exit 1
}

# is KIND SEQUENCE WHAT
is() {
    case $line in
    "start: $1, sequence $2,"*) ;;
    *) fail "$3: expected $1, sequence $2" ;;
    esac
}

# field WORDS: the number before (or, of "erased", "changed" and "written", behind) them
before() { printf '%s\n' "$line" | sed "s/.*[, ]\([0-9]*\) $1.*/\1/"; }
behind() { printf '%s\n' "$line" | sed "s/.*$1 \([0-9]*\).*/\1/"; }

# poke OFFSET BYTE: another hand writes the flash
poke() { printf "$2" | dd of="$flash" bs=1 seek="$1" conv=notrunc 2>/dev/null; }

own=2097152 slot=1048576

start
is cold 1 "an empty flash"
all=$(behind changed)
start
is snapshot 1 "a start from the image"
seed=$(behind seed)
start
is snapshot 1 "the same again"
[ "$(behind seed)" != "$seed" ] || fail "the seed came twice"

start again # the first line is the start's, the second the save's
is snapshot 1 "a start that is kept once more"
line=$(sed -n 2p out)
case $line in "save, sequence 2,"*) ;; *) fail "the second save" ;; esac
start again
line=$(sed -n 2p out)
[ "$(behind changed)" -gt 0 ] && [ "$(behind changed)" -lt $((all / 2)) ] || fail "only changed blocks are written"
changed=$(behind changed)
start
is snapshot 3 "the newest image"

start away=1000000000
is snapshot 3 "a second later"

# ready is not reached
for try in 1 2 3; do
    start ready=no
    is snapshot 3 "try $try"
done
start save=no
case $line in "start: snapshot, sequence 2,"* | "start: cold,"*) ;; *) fail "an image that never gets ready is given up" ;; esac

# with no image before it, and one that was ready once in between
rm "$flash"
start
for ready in no no yes no no no; do
    start ready=$ready
    is snapshot 1 "a start, ready: $ready"
done
start save=no
is cold 0 "an image that never gets ready"
given_up=$(behind looked)

# another hand on the flash that the image relies on
rm "$flash"
start
is cold 1 "an empty flash"
cp "$flash" right.bin
poke "$own" 'x'
start save=no
is cold 0 "flash that has changed"
refused_head=$(behind looked)
rm "$flash"
start save=no
cold=$(behind looked)

# the program writes it
cp right.bin "$flash"
start write
is snapshot 1 "before the write"
start save=no
is cold 0 "after the write"

# a bit of the data: found before memory is touched, and found once
cp right.bin "$flash"
poke $((slot / 16 + 3)) 'x'
start save=no
is cold 0 "an image with a wrong byte"
start save=no
is cold 0 "the same again"
refused=$(behind looked)

# costs, of a table that cannot be packed, and of one named table: 256 KiB, 64 rounds a word
rm "$flash"
start table=524288 random rounds=1
start
is snapshot 1 "a table that cannot be packed"
full=$(before 'instructions to') bytes=$(before 'bytes restored')
rm "$flash"
start table=262144 rounds=64
computed=$(before 'instructions to')
start
is snapshot 1 "the named table"
restored=$(before 'instructions to')

echo "looking for an image: $cold instructions on an empty flash, $refused_head where one is refused for its flash," \
    "$refused where its data were found bad before, $given_up where it was given up"
echo "restored: $bytes bytes that do not pack in $full instructions"
echo "named table: $computed instructions cold, $restored from the snapshot ($((restored * 100 / computed)) %)"
echo "changed blocks of the third save: $changed of $all"
echo "lines of the board: $(cat "$source"/board/mps2/snapshot.c "$source"/board/mps2/flash.[ch] | wc -l), shared by mps2-an385 and mps2-an386"
[ "$refused_head" -le 5000 ] && [ "$refused" -le 5000 ] && [ "$given_up" -le 5000 ] || fail "a refused image costs too much"
[ "$full" -le $((9 * bytes + 10000)) ] || fail "restoring costs too much"
[ $((2 * restored)) -le "$computed" ] || fail "the snapshot is not worth it"
echo "amount: $starts starts"
