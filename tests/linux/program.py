"""takt-latency on this machine: its messages, its output, its result. Nothing is judged by a time."""
import json
import os
import subprocess
import sys
from pathlib import Path

root, work, checker = Path(sys.argv[1]), Path(sys.argv[2]) / "program", Path(sys.argv[3])
program = work / "takt-latency"
cases = 0


def check(true, text):
    global cases
    cases += 1
    if not true:
        sys.exit(f"FAILED: {text}")


def run(*words, status=0, **more):
    done = subprocess.run([program, "--results", work / "results", *map(str, words)], text=True, capture_output=True,
                          check=False, **more)
    check(done.returncode == status, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def refused(wanted, *words, **more):
    said = run(*words, status=1, **more)
    check(wanted in said, f"{words}: {said}")


for command in (["cmake", "-G", "Ninja", "-S", root / "linux", "-B", work], ["ninja", "-C", work]):
    check(subprocess.run(command, capture_output=True, check=False).returncode == 0, str(command))

refused("--rate '1': a number from 2 to 8192", "--rate", 1)
refused("--seconds 'x'", "--seconds", "x")
refused("one of auto pirq rtc timer", "--source", "sun")
refused("it takes these options", "--frequency", 1)
refused("'now' is no option", "now")
ordinary = ("--source", "timer", "--priority", 0, "--samples", 200)
refused("apt-get install rt-tests", *ordinary, "--load", "hackbench", env={"PATH": "/nowhere"})
refused("--cpu 1000:", *ordinary, "--cpu", 1000)
if not os.path.exists("/dev/pirq"):
    refused("make -C linux/pirq", "--source", "pirq")
    check("not pirq: the module is not loaded" in run("--priority", 0, "--samples", 20), "auto says what it did not take")
if not os.path.exists("/dev/rtc0"):
    refused("there is no /dev/rtc0", "--source", "rtc")
if os.getuid() == 0:
    refused("raise `ulimit -r`", "--source", "timer", "--samples", 20, user=65534)

said = run(*ordinary, "--histogram")
check("clock_nanosleep() to absolute times, 2048 Hz" in said and "Leaves out:" in said, "the source is told")
result = json.loads((work / "results/takt-latency-linux.json").read_text())
check(result["histograms"][0]["count"] == 200, "each sample is counted")
check(sum(int(line.split()[1]) for line in said.split("us up to")[1].split("\n\n")[0].splitlines()[1:]) == 200,
      "the printed histogram has all samples")
check(subprocess.run([checker, work / "results/takt-latency-linux.json"], check=False).returncode == 0, "docs/results.md")
check("Beyond the threshold" in run(*ordinary, "--over", 1), "a thread that is later than 1 us is told")
print(f"amount: {cases} cases")
