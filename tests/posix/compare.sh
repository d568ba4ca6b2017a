#!/bin/sh
# compare.sh LINUX COMMAND...: what a program prints on Linux and on Takt is the same.
set -eu

linux=$1
shift
expected=$("$linux")
got=$("$@")
if [ "$got" != "$expected" ]; then
    printf 'on Linux:\n%s\non Takt:\n%s\n' "$expected" "$got"
    exit 1
fi
echo "amount: $(printf '%s\n' "$got" | wc -l) lines"
