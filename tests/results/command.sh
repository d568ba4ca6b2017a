#!/bin/sh
# The check as a person calls it: its exit status and the form of its messages. $1: the program, $2: a folder to use.
set -u
program=$1
cd "$2" || exit 1
checks=0 failed=0

# expect STATUS TEXT ARGUMENT...
expect() {
    status=$1 text=$2
    shift 2
    said=$("$program" "$@" 2>&1)
    got=$?
    checks=$((checks + 1))
    case $said in
    *"$text"*) [ "$got" -eq "$status" ] && return ;;
    esac
    echo "$program $*: status $got, not $status, or it does not say '$text': $said"
    failed=$((failed + 1))
}

printf '{"schema": "takt-result-1"}\n' >short.json
printf '{\n"schema": }\n' >broken.json
expect 2 'usage: takt-results-check FILE'
expect 2 'missing.json: No such file' missing.json
expect 1 'short.json:1: a result lacks "experiment": add it' short.json
expect 1 "broken.json:2: '}' where a value should stand: this is no JSON" broken.json
expect 2 'short.json:1:' short.json missing.json
echo "amount: $checks calls"
[ "$failed" -eq 0 ]
