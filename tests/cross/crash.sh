#!/bin/sh
# crash.sh PROGRAM OPTION...: run it with at=0, at=1 ..., a death at each step, until it says that it got past the end.
set -u

at=0
while said=$("$@" at=$at 2>&1); do
    case $said in
    *'past the end'*)
        echo "amount: $at deaths"
        [ "$at" -ge 100 ]
        exit
        ;;
    esac
    at=$((at + 1))
done
echo "$said"
echo "FAILED: $* at=$at"
exit 1
