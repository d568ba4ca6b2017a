#!/bin/sh
# compare.sh SOURCE WORK PYTHON CHECK: what a switch costs is the difference of two images. Pools are one object file, so
# their row has to be what the map gives that file; what is on by itself and what is off are both told as costs.
set -eu

source=$1
work=$2
python=$3
check=$4
command -v arm-none-eabi-gcc >/dev/null 2>&1 || {
    echo "arm-none-eabi-gcc is missing (./takt setup --full installs it)"
    exit 77
}

cd "$source"
rm -rf "$work"
mkdir -p "$work"
compare() {
    "$python" scripts/size_compare.py "$@" --board mps2-an385 --work "$work/build" --output "$work/size.json"
}
compare switches CONFIG_TAKT_POOL CONFIG_TAKT_STACK_FILL
"$check" "$work/size.json"
"$python" - "$work/size.json" "$work/build/CMakeFiles/takt.dir/kernel/pool.c.obj" <<'P'
import json
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    cost = {row["cells"][0]: row["cells"][3] for row in json.load(file)["tables"][0]["rows"]}
pool = int(subprocess.run(["arm-none-eabi-size", sys.argv[2]], capture_output=True, text=True, check=True)
           .stdout.splitlines()[1].split()[0])
if abs(cost["CONFIG_TAKT_POOL"] - pool) > 8 or cost["CONFIG_TAKT_STACK_FILL"] <= 0:
    sys.exit(f"pool.c takes {pool} B, the switches {cost}")
P
if compare switches CONFIG_TAKT_NOTHING 2>"$work/refused"; then exit 1; fi
grep -q 'no switch CONFIG_TAKT_NOTHING' "$work/refused"
echo "amount: 2 switches"
