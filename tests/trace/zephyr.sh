#!/bin/sh
# zephyr.sh SOURCE TAKT-TRACE: traces in Common Trace Format as Zephyr writes them. babeltrace2 reads the same records, and
# lint, statistics and a page work on them; figures are worked out by hand from the story in zephyr.py.
set -eu

source=$1 tool=$2
command -v babeltrace2 >/dev/null 2>&1 || { echo "babeltrace2 is not here; ./takt setup installs it"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
checks=0
says() { grep -q -e "$1" said || { echo "not said: $1"; cat said; exit 1; }; checks=$((checks + 1)); }

for name in one two padded cut; do mkdir $name; done
python3 "$source/zephyr.py" one 1
python3 "$source/zephyr.py" two 2
python3 "$source/zephyr.py" padded 1 padded
python3 "$source/zephyr.py" cut 1 cut
[ "$(babeltrace2 one | wc -l)" = 33 ] && [ "$(babeltrace2 two | wc -l)" = 68 ] || { echo "babeltrace2 reads other records"; exit 1; }

# main runs 4 to 12, 24 to 36 and 41 to 51, which counts from the first switch; work 12 to 24, 36 to 41 and 64 to 71; idle between
for name in one padded; do
    "$tool" lint $name >said 2>&1
    says '1 events of .* are of kinds that Takt does not have'
    says ' 0 faults'
    "$tool" stats $name >said 2>/dev/null
    says '^0  *59.000  *6  *2  *2  *3  *3 '
    says '^0  *work  *17  *24.000 '
    says '^0  *main  *21  *22.000 '
    says '^0  *idle  *-  *13.000 '
    says '^0  *work  *semaphore 0x20000400  *interrupt 0  *1  *10.000 '
    says '^0  *work  *time  *interrupt 0  *1  *21.000 '
done
"$tool" stats --between halfway,CS one >said 2>/dev/null
says '^0  *3.000  *1 '
"$tool" html --out page.html one 2>/dev/null
[ "$(grep -c '^{"core":' page.html)" = 4 ] # handlers and three threads

# two cores in one buffer; a thread that moves runs where it is
"$tool" lint two >said 2>&1
says ' 0 faults'
"$tool" stats two >said 2>/dev/null
says '^0  *69.000  *6 '
says '^1  *83.000  *7 '
says '^1  *main  *21  *14.000 '

# as a recording of Takt's it is the same
for name in one two; do
    "$tool" import --out $name.takt $name >/dev/null 2>&1
    "$tool" diff $name.takt $name >said 2>/dev/null
    says '^0 differences'
done

# the end of a buffer that was cut off is told, and costs one record
status=0
"$tool" lint cut >said 2>&1 || status=$?
[ $status = 1 ]
says '^DAMAGED: 1 packets'

# what is not understood is said with its line; nothing is guessed
mkdir odd
printf '/* CTF 1.8 */\ntrace {\n\tmajor = 1;\n\tbyte_order = le;\n};\nevent {\n\tname = x;\n\tfields := struct { variant <a> { int b; } c; };\n};\n' >odd/metadata
status=0
"$tool" lint odd >said 2>&1 || status=$?
[ $status = 2 ]
says 'odd/metadata, line 8: variants are not read'
echo "amount: $checks answers"
