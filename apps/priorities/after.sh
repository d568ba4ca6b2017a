#!/bin/sh
# after.sh TOOLS RESULTS TIME: the recordings were made; the table is made of them.
exec "$1/takt-priorities" "$2" "$3"
