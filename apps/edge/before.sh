#!/bin/sh
# before.sh PYTHON ARGUMENTS: makes the flash images, with the user's picture if picture=FILE stands among the arguments.
python=$1
picture=$(printf '%s\n' "$2" | sed -n 's/^picture=//p')
[ -z "$picture" ] || [ -f "$picture" ] || {
    echo "takt: there is no file '$picture'." >&2
    exit 1
}
exec "$python" apps/edge/images.py build/edge ${picture:+"$picture"}
