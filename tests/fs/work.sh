#!/bin/sh
# work.sh WORK FOLDER PYTHON: what Takt writes is read by others. After workloads of several seeds and shapes jffs2dump finds
# no wrong checksum, and reader.py lists the same tree from the image as Takt.
set -eu

work=$1 folder=$2 python=$3
here=$(cd "$(dirname "$0")" && pwd)
command -v jffs2dump >/dev/null || PATH=$PATH:/usr/sbin
rm -rf "$folder"
mkdir -p "$folder"
images=0

# one SEED BLOCK BLOCKS OPERATIONS NAMES
one() {
    "$work" seed=$1 block=$2 blocks=$3 operations=$4 names=$5 "save=$folder/image" "to=$folder/takt.txt" >"$folder/log" 2>&1 || {
        cat "$folder/log"
        exit 1
    }
    jffs2dump -c "$folder/image" -e "$2" >"$folder/dump" 2>&1
    ! grep -i 'wrong .*crc' "$folder/dump" || {
        echo "FAILED: jffs2dump finds a wrong checksum: seed $1, block $2"
        exit 1
    }
    grep -q 'Inode' "$folder/dump" || {
        echo "FAILED: jffs2dump finds no inode: seed $1, block $2"
        exit 1
    }
    "$python" "$here/reader.py" "$folder/image" "$2" --strict | LC_ALL=C sort >"$folder/reader.txt"
    LC_ALL=C sort "$folder/takt.txt" >"$folder/sorted.txt"
    cmp "$folder/reader.txt" "$folder/sorted.txt" || {
        echo "FAILED: reader.py reads another tree: seed $1, block $2"
        diff "$folder/reader.txt" "$folder/sorted.txt" | head
        exit 1
    }
    images=$((images + 1))
}

for seed in 1 2 3 4 5 6; do
    one $seed 4096 8 1500 12
    one $seed 16384 7 1500 24
    one $seed 65536 6 1000 24
done
rm -rf "$folder"
echo "amount: $images images written"
