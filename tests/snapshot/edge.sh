#!/bin/sh
# edge.sh SOURCE BOARD PROGRAM PYTHON FOLDER: the start of paper 4's experiment, cold and from a snapshot, from images of its own.
set -eu
cd "$1"
command -v mkfs.jffs2 >/dev/null || {
    echo "mkfs.jffs2 is missing; ./takt setup installs it"
    exit 1
}
mkdir -p "$5/images"
"$4" apps/edge/images.py "$5/images" docs/report.png whole-4096 # any picture will do
"$4" apps/edge/start.py "$2" "$3" "$5" test "$5/images"
echo "amount: 7 starts"
