"""./takt linux latency --quick: the real-time kernel is bounded where the standard one is not, and figures repeat to the
byte. Two kernels in guests, under --full."""
import json
import os
import subprocess
import sys
from pathlib import Path

import network

root, work, checker = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
done = subprocess.run([root / "takt", "linux", "latency", "--quick"], check=False,
                      env={**os.environ, "TAKT_RESULTS": str(work / "latency")})
network.go_on(done.returncode)
file = work / "latency/linux-latency.json"
result = json.loads(file.read_text())
wanted = {"bounded", "ratio", "repeat", "whole", "traced", "explained", "cyclictest-heavy-standard", "cyclictest-heavy-rt"}
missing = wanted - {verdict["name"] for verdict in result["verdicts"]}
failed = [verdict["title"] for verdict in result["verdicts"] if not verdict["holds"]]
if done.returncode or missing or failed or subprocess.run([checker, file], check=False).returncode:
    sys.exit(f"FAILED: status {done.returncode}, not judged: {missing}, not held: {failed}")
print(f"amount: {sum(histogram['count'] for histogram in result['histograms'])} interrupts")
