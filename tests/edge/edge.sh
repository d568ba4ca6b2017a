#!/bin/sh
# edge.sh EDGE SOURCE WORK PYTHON CHECK: the experiment with the picture that it draws and with others; its result has to be
# the one that reference.py computes, to the byte. Bad pictures are refused by name.
set -eu

edge=$1 source=$2 work=$3 python=$4 check=$5
here=$source/tests/edge
rm -rf "$work"
mkdir -p "$work/build/results"
cd "$work"
pictures=0 refused=0

# same NAME: the picture $work/NAME.bmp, in every setting
same() {
    "$python" "$source/apps/edge/images.py" "$work/images" "$1.bmp"
    TAKT_RESULTS=$work/build/results "$edge" "images=$work/images" runs=2 "keep=$work/edges.bmp" >log 2>&1 || {
        cat log
        exit 1
    }
    "$python" "$here/reference.py" "$1.bmp" reference.bmp
    cmp edges.bmp reference.bmp
    pictures=$((pictures + 1))
}

# bad NAME TEXT: refused, with that text
bad() {
    "$python" "$source/apps/edge/images.py" "$work/images" "$1.bmp" whole-4096
    if "$edge" "images=$work/images" runs=1 >log 2>&1; then
        echo "$1.bmp was taken"
        exit 1
    fi
    grep -q "$2" log || {
        cat log
        exit 1
    }
    refused=$((refused + 1))
}

"$python" "$source/apps/edge/images.py" "$work/images"
cp "$work/images/whole/home/picture.bmp" drawn.bmp
"$python" "$here/pictures.py"
same drawn
same small
same palette
same upside-down
"$check" build/results/edge-*.json
bad cut 'shorter than its head'
bad packed 'packed'
bad deep 'neither 8 nor 24'
bad text 'does not begin'
bad wide 'wider or higher'
bad colours 'more than 256'
echo "amount: $pictures pictures, $refused refused"
