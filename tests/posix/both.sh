#!/bin/sh
# both.sh LINUX COMMAND...: a conformance program on Linux, which has to agree with it, and then on Takt.
set -eu

linux=$1
shift
if ! output=$("$linux" 2>&1); then
    echo "on Linux, so the test is wrong:"
    printf '%s\n' "$output"
    exit 1
fi
exec "$@"
