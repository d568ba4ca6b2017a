#!/bin/sh
# client.sh MAP: the linker's map of a program that asks for the class net-tx alone. That class is in the image; of the
# others there is not a byte.
set -eu

map=$1
grep -q 'worker_net_tx' "$map" || { echo "FAILED: $map does not know the class that the program uses" && exit 1; }
absent=0
for class in worker_timer worker_net_rx worker_block; do
    if grep -q "$class" "$map"; then
        echo "FAILED: nobody asks for $class, and it takes memory:"
        grep "$class" "$map"
        exit 1
    fi
    absent=$((absent + 1))
done
echo "amount: $absent classes without a client, 0 bytes"
