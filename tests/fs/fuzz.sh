#!/bin/sh
# fuzz.sh FUZZ WORK PYTHON COUNT: damaged images of several makes.
set -eu

fuzz=$1 work=$2 python=$3 count=$4
here=$(cd "$(dirname "$0")" && pwd)
command -v mkfs.jffs2 >/dev/null || PATH=$PATH:/usr/sbin
rm -rf "$work"
mkdir -p "$work/tree"
"$python" "$here/tree.py" --make "$work/tree"
rm -f "$work/tree/noise" "$work/tree/text" # a small image, so that a change meets something
images=0

one() {
    seed=$1
    shift
    "$fuzz" image="$work/image" block=65536 size=524288 seed=$seed count=$count "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        echo "FAILED: fuzz seed=$seed $*; the image is $work/image"
        exit 1
    }
    images=$((images + count))
}

mkfs.jffs2 -r "$work/tree" -o "$work/image" -e 65536 -l -s 4096
one 1
one 20001 copy=1
mkfs.jffs2 -r "$work/tree" -o "$work/image" -e 65536 -b -s 16384 -x zlib
one 40001
mkfs.jffs2 -r "$work/tree" -o "$work/plain" -e 65536 -l -s 65536
sumtool -i "$work/plain" -o "$work/image" -e 65536 -l 2>"$work/log"
one 60001
rm -rf "$work"
echo "amount: $images images"
