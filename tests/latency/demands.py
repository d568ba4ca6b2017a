"""Demands on a result of ./takt run latency: demands.py FILE LOAD FACTOR OTHER ...

The worst latency under LOAD is at most FACTOR times that under OTHER; every load that is named was measured, its parts
add up, and its load did something.
"""
import json
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        result = json.load(file)
    worst = {h["name"]: h["max"] for h in result["histograms"]}
    parts = next(t for t in result["tables"] if t["name"] == "parts")
    failed = demands = 0
    for load, factor, other in zip(*[iter(sys.argv[2:])] * 3):
        if worst[load] > float(factor) * worst[other]:
            print(f"FAILED: {load}: worst {worst[load]}, more than {factor} times that of {other}, {worst[other]}")
            failed += 1
        demands += 1
    for row in parts["rows"]:
        sums = [cell or 0 for cell in row["cells"][2:]]
        # each part is rounded by itself
        if abs(sum(sums[:-1]) - sums[-1]) > 4:
            print(f"FAILED: the parts of {row['cells']} do not add up")
            failed += 1
        demands += 1
    print(f"amount: {demands} demands")
    sys.exit(1 if failed else 0)


main()
