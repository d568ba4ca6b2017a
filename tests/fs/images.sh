#!/bin/sh
# images.sh LIST WORK PYTHON: every kind of image that mkfs.jffs2 and sumtool make, listed by Takt, by reader.py, and as the
# folder that it was made of. All three must be the same to the byte.
set -eu

list=$1 work=$2 python=$3
here=$(cd "$(dirname "$0")" && pwd)
command -v mkfs.jffs2 >/dev/null || PATH=$PATH:/usr/sbin
command -v mkfs.jffs2 >/dev/null || {
    echo 'mkfs.jffs2 is missing. Get it with: ./takt setup (Debian: mtd-utils)'
    exit 1
}
rm -rf "$work"
mkdir -p "$work/tree"
"$python" "$here/tree.py" --make "$work/tree"
"$python" "$here/tree.py" "$work/tree" >"$work/tree.txt"
images=0

differs() {
    echo "FAILED: $1"
    diff "$work/tree.txt" "$2" | head -n 10
    exit 1
}

# look NAME BLOCK ARGUMENTS...: list the image in $work/image
look() {
    name=$1 block=$2
    shift 2
    size=$(wc -c <"$work/image")
    size=$(((size / block + 8) * block)) # some erased blocks behind it
    "$list" "image=$work/image" "block=$block" "size=$size" "to=$work/takt.txt" "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        echo "FAILED: $name $*"
        exit 1
    }
    cmp -s "$work/tree.txt" "$work/takt.txt" || differs "$name $*: takt" "$work/takt.txt"
    images=$((images + 1))
}

# make NAME BLOCK OPTIONS...
make() {
    name=$1 block=$2
    shift 2
    mkfs.jffs2 -r "$work/tree" -o "$work/image" -e "$block" "$@" 2>"$work/log" || {
        cat "$work/log"
        exit 1
    }
    "$python" "$here/reader.py" "$work/image" "$block" --strict >"$work/reader.txt"
    cmp -s "$work/tree.txt" "$work/reader.txt" || differs "$name: reader.py" "$work/reader.txt"
    look "$name" "$block"
    [ "${summary-}" = none ] || {
        mv "$work/image" "$work/plain"
        sumtool -i "$work/plain" -o "$work/image" -e "$block" "$order" ${marker-} 2>>"$work/log"
        look "$name, summary" "$block"
        look "$name, summary not believed" "$block" scan=1
    }
}

for order in -l -b; do
    for block in 65536 131072; do
        for node in 4096 16384 65536; do
            make "zlib $order $block $node" $block $order -s $node -x rtime
            make "packed as it likes $order $block $node" $block $order -s $node -m size
        done
        make "not packed $order $block" $block $order -m none
        marker=-n
        make "rtime, no markers $order $block" $block $order -x zlib -n
        marker=''
    done
done
order=-l
make "padded" 65536 -l -p
look "not mapped" 65536 copy=1

summary=none
mkfs.jffs2 -r "$work/tree" -o "$work/image" -e 65536 -l -X lzo -x zlib -x rtime
! "$list" "image=$work/image" block=65536 size=4194304 "to=$work/takt.txt" >"$work/log" 2>&1 || {
    echo 'FAILED: LZO was not refused'
    exit 1
}
grep -q 'LZO' "$work/log" || {
    echo 'FAILED: nothing was said of LZO:'
    cat "$work/log"
    exit 1
}
rm -rf "$work"
echo "amount: $images images"
