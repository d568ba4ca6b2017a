#!/bin/sh
# emulated.sh PYTHON BOARD PROGRAM: on an emulated board edge is several starts, each a run of its own.
version=$(sed -n 's/^#define TAKT_VERSION "\(.*\)"/\1/p' "$(dirname "$3")/../../include/takt/config.h")
exec "$1" apps/edge/start.py "$2" "$3" "${TAKT_RESULTS:-build/results}" "${version:-unknown}"
