"""./takt linux latency: paper 2's table on today's Linux.

Debian's standard and real-time kernels run in guests whose time is the number of instructions they executed, so neither
the machine nor its load has a part in a figure. The interrupt is the real-time clock's own (module linux/pirq); the
program is takt-latency. What the paper put into one kernel can be chosen one by one today: preemption by preempt=, interrupt
threads by threadirqs; locks that are mutexes only with PREEMPT_RT.
"""
import argparse
import json
import shutil
import subprocess
from statistics import median
from typing import NamedTuple

from . import headers
from .guest import Guest
from .initramfs import Initramfs
from .jffs2 import static_program
from .kernel import Kernel
from .report import Failure, Progress, say
from .result import Result, Table, Verdict, results_folder

RATE = 2048
COMPARED = 1024  # wakes by a timer, of takt-latency and of cyclictest
NS_PER_INSTRUCTION = 4
KERNELS = {  # name: (package, words of the command line, whether interrupts have threads)
    "none": ("linux-image-amd64", "preempt=none", False),
    "voluntary": ("linux-image-amd64", "preempt=voluntary", False),
    "full": ("linux-image-amd64", "preempt=full", False),
    "voluntary, threadirqs": ("linux-image-amd64", "preempt=voluntary threadirqs", True),
    "full, threadirqs": ("linux-image-amd64", "preempt=full threadirqs", True),
    "PREEMPT_RT": ("linux-image-rt-amd64", "", True),
}
STANDARD, REALTIME = "voluntary", "PREEMPT_RT"
LOADS = {"hackbench": "hackbench, 20 groups", "heavy": "hackbench and long work of the kernel"}
PAPER = (("paper: standard", 742, 22, 7633), ("paper: real-time", 125, 55, 145))  # us: average, least, most
PAPER_RATIO = 52.6  # of the two maxima
BOOT_SECONDS, THROUGHPUT_SECONDS, SECONDS_PER_SECOND, LONGEST = 12, 16, 5, 60  # of the host, on a quiet machine


class Run:
    """What one guest said."""

    def __init__(self, text):
        self.text, self.results, self.cyclictest, self.throughput = text, {}, [], None
        self.traced = self.explained = None
        documents = {}
        for line in text.split("\n"):
            word, _, rest = line.partition(" ")
            if word == "FAILED":
                raise Failure(f"in the guest: {rest}")
            if word == "JSON":
                source, _, document = rest.partition(" ")
                documents.setdefault(source, []).append(document)
            elif word == "THROUGHPUT":
                self.throughput = float(rest)
            elif word == "TRACED":  # 255 of 256
                self.traced = int(rest.split()[0]) / int(rest.split()[2])
            elif word == "EXPLAINED":
                self.explained = int(rest)
            elif word == "CYCLICTEST":
                value, count = map(int, rest.split())
                self.cyclictest += [value] * count
        self.documents = {source: "\n".join(lines) for source, lines in documents.items()}
        self.results = {source: json.loads(text) for source, text in self.documents.items()}

    def cells(self, source="pirq"):
        """The one row of the table of latencies: title -> number."""
        return row_of(self.results[source], "latency", 0)

    def parts(self):
        return row_of(self.results["pirq"], "parts", 0)


def row_of(result, name, number):
    (table,) = [table for table in result["tables"] if table["name"] == name]
    return dict(zip([column["title"] for column in table["columns"]], table["rows"][number]["cells"]))


class Bench:
    """Guests of one kind, and the files they begin with."""

    def __init__(self, build):
        self.build = build
        self.kernels = {package: Kernel(build.packages, package) for package, _, _ in KERNELS.values()}
        self.program = self._program()

    def _program(self):
        folder = self.build.folder / "latency-program"
        for command in (["cmake", "-G", "Ninja", "-S", self.build.root / "linux", "-B", folder], ["ninja", "-C", folder]):
            done = subprocess.run(command, text=True, capture_output=True, check=False)
            if done.returncode:
                raise Failure(f"takt-latency cannot be built:\n{done.stdout}{done.stderr}")
        return folder / "takt-latency"

    def _first_files(self, kernel):
        packages, files = self.build.packages, Initramfs()
        files.program("bin/busybox", packages.folder("busybox-static") / "bin/busybox")
        files.link("bin/sh", "busybox")
        files.program("bin/fifo", static_program(self.build.folder, "fifo"))
        files.program("bin/takt-latency", self.program)
        files.program("init", self.build.root / "linux/guest/latency.sh")
        files.file("pirq.ko", headers.module(self.build, kernel).read_bytes())
        for name in ("hackbench", "cyclictest"):
            files.program(f"bin/{name}", packages.folder("rt-tests") / "usr/bin" / name)
        add_libraries(files, packages)
        return files.bytes()

    def run(self, step):
        package, words, threaded = KERNELS[step.kernel]
        kernel = self.kernels[package]
        guest = Guest(self.build.folder / "latency", f"{file_name(step.kernel)}-{step.load}-{step.samples}",
                      "qemu-system-x86_64")
        initrd = guest.folder / f"{package}.initrd"
        initrd.write_bytes(self._first_files(kernel))
        guest.option("-M", "q35,hpet=off", "-accel", "tcg", "-cpu", "qemu64,+rdtscp", "-smp", 1, "-m", 1024, "-nodefaults",
                     "-icount", f"shift={NS_PER_INSTRUCTION.bit_length() - 1},sleep=off", "-seed", 1,
                     "-rtc", "base=2020-01-01T00:00:00,clock=vm", "-kernel", kernel.vmlinux(), "-initrd", initrd,
                     "-append", f"console=ttyS0 quiet nokaslr rdinit=/init panic=-1 random.trust_bootloader=on {words} "
                                f"load={step.load} samples={step.samples} compare={step.compare} "
                                f"throughput={int(step.throughput)} threaded={int(threaded)}")
        text = guest.run(LONGEST * step.seconds())
        if "\nDONE" not in text:
            raise Failure(f"the guest '{step.kernel}' ended early; its console: {guest.console}")
        return Run(text)


class Step(NamedTuple):
    """One guest: interrupts to measure, wakes by a timer to compare with cyclictest's (0: none), and whether hackbench runs
    alone before."""

    kernel: str
    load: str
    samples: int
    compare: int
    throughput: bool

    def seconds(self):
        """Of a quiet host."""
        measured = (self.samples + 2 * self.compare) / RATE
        return BOOT_SECONDS + THROUGHPUT_SECONDS * self.throughput + SECONDS_PER_SECOND * measured


def add_libraries(files, packages):
    """What hackbench and cyclictest are linked with."""
    libc = packages.folder("libc6")
    for name in ("libc.so.6", "libpthread.so.0", "librt.so.1", "libm.so.6"):
        files.program(f"lib/x86_64-linux-gnu/{name}", libc / "lib/x86_64-linux-gnu" / name)
    files.program("lib64/ld-linux-x86-64.so.2", libc / "lib/x86_64-linux-gnu/ld-linux-x86-64.so.2")
    files.program("lib/x86_64-linux-gnu/libnuma.so.1", packages.folder("libnuma1") / "usr/lib/x86_64-linux-gnu/libnuma.so.1")


def parse(words):
    parser = argparse.ArgumentParser(
        prog="./takt linux latency", description="From a hardware interrupt to the thread that waits for it: Debian's "
        "standard and real-time kernels, in guests whose time is counted instructions.")
    parser.add_argument("--quick", action="store_true", help="standard and real-time, heavy load, 4 s each: 2 minutes")
    parser.add_argument("--seconds", type=int, help="to measure, of the guest's time (4; an hour takes a night)")
    parser.add_argument("--load", choices=LOADS, help="one load alone")
    options = parser.parse_args(words)
    if options.seconds is not None and not 1 <= options.seconds <= 36000:
        raise Failure(f"--seconds {options.seconds}: from 1 to 36000")
    if options.quick and (options.seconds or options.load):
        raise Failure("--quick has its own time and load; leave --seconds and --load away")
    return options


def plan(options):
    """Steps in the order in which they run."""
    samples = (options.seconds or 4) * RATE
    if options.quick:
        return [Step(kernel, "heavy", samples, COMPARED, False) for kernel in (STANDARD, REALTIME)]
    loads = [options.load] if options.load else list(LOADS)
    return [Step(kernel, load, samples, COMPARED if kernel in (STANDARD, REALTIME) else 0, True)
            for load in loads for kernel in KERNELS]


REPEAT = Step(STANDARD, "heavy", 512, 0, False)


def measure(bench, steps, repeat):
    again = [(REPEAT, number) for number in range(2 if repeat else 0)]
    progress = Progress([(step, step.seconds()) for step in steps] + [(step, REPEAT.seconds()) for step in again])
    runs = {}
    for step in steps:
        progress.begin(step, f"{step.kernel}, {step.load}: {step.samples} interrupts")
        runs[step.kernel, step.load] = bench.run(step)
        progress.end()
    repeats = []
    for step in again:
        progress.begin(step, f"{STANDARD}, heavy: {REPEAT.samples} interrupts, time {step[1] + 1} of 2")
        repeats.append(bench.run(REPEAT).documents["pirq"])
        progress.end()
    return runs, repeats


# The tables.


def table_two(load, runs):
    table = Table(f"latency-{load}", f"Preemption latency: {LOADS[load]}",
                  [("kernel", None, 0), ("average", "us", 1), ("least", "us", 1), ("most", "us", 1), ("99.9 %", "us", 1),
                   ("samples", "", 0), ("missed", "", 0), ("hackbench", "s", 2)],
                  "Missed: interrupts that came while the thread was on its way. hackbench: time of 20 groups, 20 loops, "
                  "alone (not in the quick form): less is more throughput.\n"
                  "The paper: Linux 2.6.21.5, ARM11 at 533 MHz, hackbench 20, one hour.")
    for (name, of), run in runs.items():
        if of == load:
            cells = run.cells()
            table.row(name, cells["mean"], cells["least"], cells["most"], cells["99.9 %"], cells["samples"],
                      cells["missed"], run.throughput)
    for name, average, least, most in PAPER:
        table.row(name, average, least, most, None, None, None, None, source="paper")
    return table


def table_parts(runs):
    table = Table("parts", "Where the average goes",
                  [("kernel", None, 0), ("load", None, 0), ("handler", "us", 1), ("interrupt thread", "us", 1),
                   ("scheduling", "us", 1), ("to user mode", "us", 1), ("whole", "us", 1)],
                  "Handler: to the wake, or to the first instruction of the interrupt's thread. Scheduling: from the wake to "
                  "the thread in the kernel;\nno stamp separates reaching the scheduler, its choice and the switch.")
    for (name, load), run in runs.items():
        parts = run.parts()
        table.row(name, load, parts["handler"], parts["interrupt thread"], parts["scheduling"], parts["to user mode"],
                  parts["whole"])
    return table


def table_ratios(runs):
    table = Table("ratios", "Standard kernel against real-time kernel",
                  [("load", None, 0), ("average", "", 2), ("least", "", 2), ("most", "", 1), ("99.9 %", "", 1)],
                  "Standard / real-time: above 1 the real-time kernel is faster.")
    for load in LOADS:
        if (STANDARD, load) in runs and (REALTIME, load) in runs:
            a, b = runs[STANDARD, load].cells(), runs[REALTIME, load].cells()
            table.row(LOADS[load], *(a[word] / b[word] for word in ("mean", "least", "most", "99.9 %")))
    (_, *standard), (_, *realtime) = PAPER
    table.row("paper", *(a / b for a, b in zip(standard, realtime)), None, source="paper")
    return table


def table_compare(runs):
    table = Table("cyclictest", "A timer instead of the interrupt: takt-latency beside cyclictest in the same guest",
                  [("kernel", None, 0), ("load", None, 0), ("program", None, 0), ("average", "us", 1), ("median", "us", 1),
                   ("least", "us", 1), ("most", "us", 1)],
                  "One after the other, so rare long waits fall into one or the other; medians can be compared.")
    for (name, load), run in runs.items():
        if run.cyclictest:
            cells, other = run.cells("timer"), run.cyclictest
            table.row(name, load, "takt-latency", cells["mean"], cells["median"], cells["least"], cells["most"])
            table.row(name, load, "cyclictest", sum(other) / len(other), median(other), min(other), max(other))
    return table


def table_takt(build):
    """Takt's own figures, of ./takt run latency, if they were taken."""
    table = Table("takt", "Takt's own, by ./takt run latency",
                  [("board", None, 0), ("time", None, 0), ("load", None, 0), ("unit", None, 0), ("average", "", 3),
                   ("least", "", 3), ("most", "", 3)],
                  "Kinds of time differ: on an emulated board a figure is instructions, in these guests "
                  f"{NS_PER_INSTRUCTION} ns each.")
    for file in sorted(results_folder(build).glob("latency-*.json")):
        try:
            result = json.loads(file.read_text())
            for number, row in enumerate(next(t["rows"] for t in result["tables"] if t["name"] == "latency")):
                cells = row_of(result, "latency", number)
                unit = next(c["unit"] for t in result["tables"] if t["name"] == "latency" for c in t["columns"]
                            if c["title"] == "mean")
                table.row(result["board"], result["time"]["kind"], cells["load"], unit, cells["mean"], cells["least"],
                          cells["most"])
        except (ValueError, KeyError, StopIteration, TypeError) as error:
            say(f"takt: {file} is left out: it has no table of latencies ({error!r})")
    return table


def verdicts(runs, repeats):
    standard, realtime = runs.get((STANDARD, "heavy")), runs.get((REALTIME, "heavy"))
    found = []
    if standard and realtime:
        a, b = standard.cells(), realtime.cells()
        basis = f"heavy load, {a['samples']} and {b['samples']} interrupts"
        found.append(Verdict("bounded", "real-time kernel's most, against the standard kernel's 99.9 %", "us", b["most"],
                             "<=", a["99.9 %"], basis))
        found.append(Verdict("ratio", "standard kernel's most / real-time kernel's, against the paper's", "",
                             round(a["most"] / b["most"], 1), ">=", PAPER_RATIO, basis))
    for (name, load), run in runs.items():
        if run.cyclictest:
            ratio = run.cells("timer")["median"] / median(run.cyclictest)
            found.append(Verdict(f"cyclictest-{load}-{'rt' if name == REALTIME else 'standard'}",
                                 f"median beside cyclictest's, {name}, {load}", "",
                                 round(max(ratio, 1 / ratio), 2), "<=", 2, f"{COMPARED} wakes each"))
    told = [run for run in runs.values() if run.traced is not None]
    if told:
        found.append(Verdict("traced", "wakes whose parts the kernel's trace has, least of the runs", "%",
                             round(100 * min(run.traced for run in told), 1), ">=", 90, "256 wakes each, by a timer"))
        found.append(Verdict("explained", "lines that explain a late wake, least of the runs", "",
                             min(run.explained for run in told), ">=", 1, "the first wake later than 1 us"))
    off = [check(run) for run in runs.values()]
    found.append(Verdict("whole", "runs in which interrupts are missing or parts do not add up", "", sum(off), "<=", 0,
                         f"{len(off)} runs"))
    if repeats:
        found.append(Verdict("repeat", "results of a repeated run that differ in a byte", "",
                             int(len(set(repeats)) > 1), "<=", 0, f"{REPEAT.samples} interrupts, twice"))
    return found


def check(run):
    """Whether the parts of the mean are not its whole, to the rounding of 5 numbers; or samples and missed interrupts
    are not as many as the clock gave from the first sample to the last."""
    parts, cells = run.parts(), run.cells()
    whole = parts.pop("whole")
    parts.pop("of")
    given = run.results["pirq"]["machine"]["span_us"] * RATE / 1e6
    return abs(sum(parts.values()) - whole) > 0.01 or abs(cells["samples"] + cells["missed"] - 1 - given) > 2


def series(runs):
    lines = [{"name": f"{name}, {load}", "points": run.results["pirq"]["series"][0]["lines"][0]["points"]}
             for (name, load), run in runs.items()]
    return {"name": "over-time", "title": "Largest latency in each hundredth of the run",
            "x": {"title": "hundredth of the run", "unit": ""}, "y": {"title": "latency", "unit": "us"}, "lines": lines}


def histograms(runs):
    return [{**run.results["pirq"]["histograms"][0], "name": f"{file_name(name)}-{load}", "title": f"{name}, {load}"}
            for (name, load), run in runs.items()]


def file_name(kernel):
    """Letters, digits and '-'."""
    return kernel.replace(", ", "-").replace("_", "-")


def latency(build, words):
    options = parse(words)
    bench = Bench(build)
    steps = plan(options)
    runs, repeats = measure(bench, steps, options.quick)
    result = Result(build, "linux-latency", "Paper 2 on today's Linux: from an interrupt to its thread",
                    " ".join(["./takt linux latency", *words]), "instructions",
                    f"a guest's time is the instructions it executed, {NS_PER_INSTRUCTION} ns each; caches and buses have "
                    "no part in it")
    result.head["arguments"] = {"rate": RATE, "samples": steps[0].samples}
    result.head["machine"] = {"emulator": emulator_version(), "standard": bench.kernels["linux-image-amd64"].version(),
                              "realtime": bench.kernels["linux-image-rt-amd64"].version()}
    result.tables = [table_two(load, runs) for load in LOADS if any(of == load for _, of in runs)]
    result.tables += [table_ratios(runs), table_parts(runs), table_compare(runs)]
    own = table_takt(build)
    result.tables += [own] if own.rows else []
    result.series, result.histograms = [series(runs)], histograms(runs)
    result.verdicts = verdicts(runs, repeats)
    if not own.rows:
        print("\nTakt's own figures stand beside these after ./takt run latency.")
    return 0 if result.finish() else 1


def emulator_version():
    path = shutil.which("qemu-system-x86_64")
    return subprocess.run([path, "--version"], text=True, capture_output=True, check=True).stdout.split("\n")[0]
