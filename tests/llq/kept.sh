#!/bin/sh
# kept.sh FILE COMMAND...: what the command says goes on, and into FILE; its status is the command's, and FILE is only there
# if it was 0.
set -u
file=$1
shift
rm -f "$file"
{
    "$@"
    echo $? >"$file.status"
} 2>&1 | tee "$file.part"
status=$(cat "$file.status")
[ "$status" -ne 0 ] || mv "$file.part" "$file"
rm -f "$file.part" "$file.status"
exit "$status"
