#!/usr/bin/env python3
"""Each suite with its tests, time and amount; failures; the last line is `N passed, N failed`.

Reads CTest's build/<preset>/junit.xml for each preset named, and a file of steps (name|result|seconds). A test
says what it did in a line `amount: 10000 seeds`; cmocka's own count serves as well. A test that says nothing, or
nothing but 0, has shown nothing: it fails. So do no tests at all.
"""
import collections
import re
import sys
import xml.etree.ElementTree as xml

AMOUNT = re.compile(r"^amount: (\d+) (\S.*?)\s*$", re.M)
CMOCKA = re.compile(r"^\[=+\] .*?(\d+) test\(s\) run", re.M)


class Suite:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.seconds = 0.0
        self.amounts = collections.Counter()

    def __str__(self):
        amounts = ", ".join(f"{count:,} {unit}" for unit, count in self.amounts.items()) or "-"
        state = "FAILED" if self.failed else "ok" if self.passed else "skipped"
        return f"{state:8} {self.passed + self.failed:5} {self.seconds:8.1f} s  {amounts}"


def amounts_of(output):
    found = [(int(count), unit) for count, unit in AMOUNT.findall(output)]
    if not found:
        found = [(int(count), "cases") for count in CMOCKA.findall(output)]
    return found


def judge(case, preset, suite, failures):
    name = f"{preset}: {case.get('name')}"
    output = "".join(element.text or "" for element in case.iter("system-out"))
    status = case.get("status")
    suite.seconds += float(case.get("time", 0))
    if status in ("notrun", "disabled") and case.find("failure") is None:
        suite.skipped += 1
        return
    found = amounts_of(output)
    if status == "run" and sum(count for count, _ in found) > 0:
        suite.passed += 1
        for count, unit in found:
            suite.amounts[unit] += count
        return
    suite.failed += 1
    failures.append(name if status != "run" else f"{name}: says no amount, so it shows nothing")


def print_longest(times, count=10):
    """Where the time of a long run goes: what to look at first if it has to be shorter."""
    longest = sorted(((seconds, name) for name, seconds in times.items() if seconds >= 10), reverse=True)[:count]
    for seconds, name in longest:
        print(f"{seconds:8.0f} s  {name}")


def suites_of(preset):
    with open(f"build/{preset}/lists/tests", encoding="utf-8") as file:
        return dict(line.strip().split("|") for line in file if "|" in line)


def main():
    steps, presets = sys.argv[1], sys.argv[2:]
    suites, failures, times = collections.defaultdict(Suite), [], {}
    for preset in presets:
        of = suites_of(preset)
        for case in xml.parse(f"build/{preset}/junit.xml").iter("testcase"):
            judge(case, preset, suites[preset, of.get(case.get("name"), "other")], failures)
            times[f"{preset}: {case.get('name')}"] = float(case.get("time", 0))
    with open(steps, encoding="utf-8") as file:
        for line in file:
            name, result, seconds = line.strip().split("|")
            step = suites["-", name]
            step.seconds = float(seconds)
            times[name] = step.seconds
            step.passed, step.failed = (1, 0) if result == "passed" else (0, 1)
            failures += [name] if result != "passed" else []

    wide = max([14] + [len(preset) for preset in presets])
    print(f"\n{'build':{wide}} {'suite':14} {'':8} {'tests':>5} {'time':>10}  amount")
    for (preset, suite), result in suites.items():
        print(f"{preset:{wide}} {suite:14} {result}")
    if times and max(times.values()) >= 10:
        print("\nThe longest:")
        print_longest(times)
    for failure in failures:
        print(f"FAILED {failure}")
    skipped = sum(suite.skipped for suite in suites.values())
    if skipped:
        print(f"{skipped} skipped: they cannot run here, and say so in build/<build>/Testing/Temporary/LastTest.log")
    passed, failed = (sum(getattr(suite, what) for suite in suites.values()) for what in ("passed", "failed"))
    if passed + failed == 0:
        print("No test ran: that is a failure.")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


if __name__ == "__main__":
    main()
