#!/bin/sh
# says.sh TEXT PROGRAM...: the program succeeds, and has said the text.
set -eu

text=$1
shift
said=$("$@")
printf '%s\n' "$said"
case $said in
*"$text"*) ;;
*)
    echo "not said: $text"
    exit 1
    ;;
esac
