#!/bin/sh
# bench.sh BENCH CHECK WORK: a trial of the bench; its result must be what docs/results.md says, with all its parts.
set -eu

TAKT_RESULTS=$3/results
export TAKT_RESULTS
rm -rf "$TAKT_RESULTS"
"$1" trial=1
"$2" "$TAKT_RESULTS/llq-host.json"
for part in threads-1-think-0 threads-2-think-0 threads-8-think-0 sizes alone-LLQ-linked two-0-LLQ-linked \
    crowded-8-LLQ-linked-block crowded-wait-8-LLQ-announce-block; do
    grep -q "\"name\": \"$part\"" "$TAKT_RESULTS/llq-host.json" || {
        echo "FAILED: the result has no $part"
        exit 1
    }
done
status=0
"$1" trial=2 2>/dev/null || status=$?
[ "$status" = 2 ] || { echo "FAILED: trial=2 ends with status $status" && exit 1; }
echo "amount: $(grep -c '"source"' "$TAKT_RESULTS/llq-host.json") rows"
