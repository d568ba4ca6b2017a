#!/bin/sh
# command.sh TAKT-BLOCKING EXAMPLE WORK: the command as a person uses it. A table that makes no sense must be refused
# with its line, the field, what stood there, and what to write.
set -eu

blocking=$1
example=$2
work=$3
cases=0
mkdir -p "$work"
cd "$work"

fail() {
    echo "FAILED: $*"
    cat out
    exit 1
}

# expect STATUS TEXT FILE
expect() {
    status=0
    "$blocking" "$3" >out 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "$3: status $status instead of $1"
    grep -qF -e "$2" out || fail "$3: expected '$2', got:"
    cases=$((cases + 1))
}

# refused TEXT LINE...: a table of these lines, below a good lock and head
refused() {
    text=$1
    shift
    { printf 'lock,bus,spin,0,1\n'; printf '%s\n' "$@"; } >bad.csv
    expect 2 "$text" bad.csv
}
head='task,core,period,deadline,wcet,priority,bus.requests,bus.section'

expect 0 'All deadlines hold.' "$example"
sed 's/^store,1,1000,500/store,1,1000,341/' "$example" >late.csv
expect 1 'MISSED' late.csv
expect 2 'give the path of a task table' nothing.csv
status=0
"$blocking" >out 2>&1 || status=$?
[ "$status" = 2 ] && grep -q '^usage' out || fail "no usage without a table:"

# what spreadsheets add is no fault
{ printf '\357\273\277'; sed 's/$/\r/; s/,/ , /g' "$example"; } >sheet.csv
"$blocking" "$example" >wanted
expect 0 'All deadlines hold.' sheet.csv
cmp -s out wanted || fail "the same table with blanks, CRLF and a mark reads differently:"

refused "bad.csv:2: field 3 (mode): 'spins' is not a mode: write spin or block" 'lock,a,spins,0,1'
refused "bad.csv:2: field 4 (K): '-1' is not a whole number from 0 to 255" 'lock,a,spin,-1,1'
refused "bad.csv:2: field 5 (h): '1us' is not a time" 'lock,a,spin,0,1us'
refused "bad.csv:2: field 2 (name): there is a lock 'bus' already" 'lock,bus,spin,0,1'
refused "bad.csv:2: field 2 (name): 'a b' is not a name" 'lock,a b,spin,0,1'
refused "bad.csv:2: a lock has 5 fields" 'lock,a,spin,0'
refused "bad.csv:2: 'x' stands where lock,... or task,core,... is expected" 'x,0,1,1,1,1'
refused "bad.csv:2: field 3 of the head is 'deadline': write 'period'" 'task,core,deadline,period,wcet,priority'
refused "bad.csv:2: the head ends before 'wcet'" 'task,core,period,deadline'
refused "bad.csv:2: bus.count: no such column" 'task,core,period,deadline,wcet,priority,bus.count'
refused "bad.csv:2: log: there is no such lock: add a line lock,log,spin,0,h" \
    'task,core,period,deadline,wcet,priority,log.requests'
refused "bad.csv:2: bus: the column stands twice" "$head,bus.section"
refused "bad.csv:3: a second head" "$head" "$head"
refused "bad.csv:3: a lock below the head" "$head" 'lock,a,spin,0,1'
refused "bad.csv:2: the table ends without a task" "$head"
refused "bad.csv:3: 6 fields, but the head has 8" "$head" 'a,0,10,10,5,1'
refused "bad.csv:3: field 2 (core): '64' is not a whole number from 0 to 63" "$head" 'a,64,10,10,5,1,1,1'
refused "bad.csv:3: field 3 (period): '' is not a time" "$head" 'a,0,,10,5,1,1,1'
refused "bad.csv:3: field 4 (deadline): '1.2345' is not a time" "$head" 'a,0,10,1.2345,5,1,1,1'
refused "bad.csv:3: field 4 (deadline): it is beyond the period" "$head" 'a,0,10,11,5,1,1,1'
refused "bad.csv:3: field 5 (wcet): it is 0" "$head" 'a,0,10,10,0,1,1,1'
refused "bad.csv:3: field 6 (priority): '256' is not a whole number from 0 to 255" "$head" 'a,0,10,10,5,256,1,1'
refused "bad.csv:3: field 7 (bus.requests): 'x' is not a whole number" "$head" 'a,0,10,10,5,1,x,1'
refused "bad.csv:3: field 8 (bus.section): '-1' is not a time" "$head" 'a,0,10,10,5,1,1,-1'
refused "bad.csv:3: bus: task 'a' has requests or a section, but not both" "$head" 'a,0,10,10,5,1,1,'
refused "bad.csv:3: field 5 (wcet): the sections of task 'a' take longer" "$head" 'a,0,10,10,5,1,3,2'
refused "bad.csv:4: field 1 (task): there is a task 'a' already" "$head" 'a,0,10,10,5,1,1,1' 'a,1,10,10,5,1,1,1'
awk 'BEGIN { for (i = 0; i < 9000; i++) printf "x"; print "" }' >long.csv
expect 2 'long.csv:1: the line is longer than' long.csv
awk 'BEGIN { for (i = 0; i < 33; i++) print "lock,l" i ",spin,0,1" }' >many.csv
expect 2 'many.csv:33: more than 32 locks' many.csv
head -c 3000 /dev/urandom >noise.csv
status=0
"$blocking" noise.csv >out 2>&1 || status=$?
[ "$status" = 2 ] || fail "noise: status $status instead of 2"

echo "amount: $cases tables"
