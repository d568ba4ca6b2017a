#!/bin/sh
# death_steps.sh PROGRAM SPIN: the owner stops at each time while the other core's thread goes from spinning (SPIN ns long)
# to sleeping. Whatever step it meets, the thread is told.
set -eu

after=0 runs=0
while [ $after -le $(($2 + 2000)) ]; do
    said=$("$1" how=late block=1 after=$after 2>&1) || { echo "after=$after:"; echo "$said"; exit 1; }
    after=$((after + 20)) runs=$((runs + 1))
done
echo "amount: $runs deaths"
