"""./takt linux snapshot: each snapshot runs again, and pays where the application's own start is long. Under --long."""
import json
import os
import subprocess
import sys
from pathlib import Path

import network

root, work, checker = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
file = work / "snapshot/linux-snapshot.json"
done = subprocess.run([root / "takt", "linux", "snapshot"], check=False,
                      env={**os.environ, "TAKT_RESULTS": str(work / "snapshot")})
network.go_on(done.returncode)
(table,) = json.loads(file.read_text())["tables"]
ratio = [column["title"] for column in table["columns"]].index("snapshot / cold")
short, long, _ = (row["cells"][ratio] for row in table["rows"])
if done.returncode or subprocess.run([checker, file], check=False).returncode or not long < 1 < short:
    sys.exit(f"FAILED: status {done.returncode}, snapshot / cold: {short} of a short start, {long} of a long one")
print(f"amount: {len(table['rows'])} snapshots")
