"""./takt linux light: paper 4 on today's Linux, for a board near the paper's (versatilepb: ARM926, 32 MB, NOR flash).

A general and a light kernel are built from Debian's source, roots are made, and the board is started with each lever
alone, with all, and with all but one, so that nothing is claimed of a lever that it does not show by itself. Ready is the
first program of the start script. Time is counted instructions from the reset.
"""
import argparse

from . import board
from .kernels import RECIPES, Kernels
from .report import Failure, Progress, minutes, say
from .result import Result, Table, Verdict
from .roots import Roots

LPJ = "lpj"  # stands for lpj=N, which the general kernel's own start tells
WHOLE = {"split": False, "summary": False, "compressed": True, "shared": False}
BEST = {"split": True, "summary": True, "compressed": False, "shared": False}


class Point:
    """One way to start the board."""

    def __init__(self, name, text, kernel, form, root, words=(), memory=board.MEMORY_MIB, first=False):
        self.name, self.text, self.kernel, self.form = name, text, kernel, form
        self.root, self.words, self.memory, self.first = root, words, memory, first


def general(name, text, form="zImage", words=(), kernel="general", **root):
    return Point(name, text, kernel, form, {**WHOLE, **root}, words)


def best(name, text, kernel="light", form="raw", words=(LPJ,), **root):
    return Point(name, text, kernel, form, {**BEST, **root}, words)


GENERAL = general("general", "general: compressed kernel, whole root, messages on the console")
PAPER = general("paper", "paper-like: the paper's recipe, and the root split by links", kernel="paper", split=True)
ALL = best("light", "light: all levers")
FASTEST = best("fastest", "light -O2: all levers", kernel="light-o2")
for main_point in (GENERAL, PAPER, ALL, FASTEST):
    main_point.first = True

ALONE = [
    general("quiet", "no messages on the console (quiet)", words=("quiet",)),
    general("lpj", "no calibration of the delay loop (lpj=)", words=(LPJ,)),
    general("raw", "kernel not compressed", form="raw"),
    general("summary", "JFFS2 with summaries", summary=True),
    general("uncompressed", "JFFS2 not compressed", compressed=False),
    general("split", "root split by symbolic links", split=True),
    general("shared", "shared libraries instead of static", shared=True),
    general("paper-kernel", "kernel by the paper's recipe", kernel="paper"),
    general("light-kernel", "light kernel", kernel="light"),
]
WITHOUT = [
    best("all-but-raw", "kernel compressed (xz)", form="zImage"),
    best("all-but-summary", "JFFS2 without summaries", summary=False),
    best("all-but-uncompressed", "JFFS2 compressed", compressed=True),
    best("all-but-split", "root whole", split=False),
    best("all-but-lpj", "the delay loop is calibrated", words=()),
    best("all-but-static", "shared libraries", shared=True),
    best("all-with-printk", "kernel messages in the kernel (quiet)", kernel="light-printk", words=(LPJ, "quiet")),
    best("all-with-ptys", "256 old pseudo terminals", kernel="light-ptys"),
    best("all-with-posix-timers", "POSIX timers", kernel="light-posix-timers"),
    best("all-with-bug", "BUG()", kernel="light-bug"),
    best("all-with-aio", "asynchronous I/O", kernel="light-aio"),
    best("all-with-xattr", "extended attributes of JFFS2", kernel="light-xattr"),
]
SCARCE = [Point(f"{of.name}-{memory}", of.text, of.kernel, of.form, of.root, of.words, memory)
          for memory in (14, 12) for of in (GENERAL, PAPER, ALL)]
POINTS = [GENERAL, PAPER, ALL, FASTEST, *ALONE, *WITHOUT, *SCARCE]
START_SECONDS = 4  # of the host, on a quiet machine


def parse(words):
    parser = argparse.ArgumentParser(
        prog="./takt linux light", description="A general and a light Linux for a board with NOR flash: sizes, time to "
        "ready, and an application, each lever alone and together. About half an hour the first time on 2 processors.")
    parser.add_argument("--list", action="store_true", help="the kernels and levers, and what is built already")
    parser.add_argument("--built", action="store_true", help="measure with the kernels that are built; build none")
    return parser.parse_args(words)


def list_all(kernels):
    print("Kernels (linux/config):")
    for name, recipe in RECIPES.items():
        state = "built" if kernels.built(name) else f"about {minutes(recipe.seconds)} on 2 processors"
        print(f"  {name:20} {recipe.text} [{state}]")
    for title, points in (("Main rows", POINTS[:4]), ("Each lever alone, on the general configuration", ALONE),
                          ("All levers but one, or with one thing more", WITHOUT),
                          ("Scarce memory", SCARCE)):
        print(f"\n{title}:")
        for point in points:
            memory = f", {point.memory} MB" if point.memory != board.MEMORY_MIB else ""
            print(f"  {point.name:20} {point.text}{memory}")
    return 0


class Measured:
    """The starts of one point."""

    def __init__(self, start, first):
        self.ready = start.marks["ready"]
        self.first = first.marks["first"] if first else None
        self.total, self.left = start.memory[0] if start.memory else (None, None)
        self.edge = start.edge


def measure(build, kernels, points):
    roots, found, lpj = Roots(build), {}, None
    missing = [name for name in dict.fromkeys(point.kernel for point in points) if not kernels.built(name)]
    steps = [(name, RECIPES[name].seconds) for name in missing]
    steps += [(point.name + ".", START_SECONDS * (1 + point.first)) for point in points]
    say(f"To do: {len(missing)} kernels to build, {len(points)} ways to start: about "
        f"{minutes(sum(seconds for _, seconds in steps))} on 2 free processors. Interrupt it when you like: what is built stays.")
    progress = Progress(steps)
    for name in missing:
        progress.begin(name, f"building kernel {name}: {RECIPES[name].text}")
        kernels.ensure(name)
        progress.end()
    for point in points:
        progress.begin(point.name + ".", f"starting: {point.name} ({point.memory} MB)")
        words = " ".join(f"lpj={lpj}" if word == LPJ else word for word in point.words)
        given = (build, kernels, point.kernel, point.form, roots.image(**point.root), words)
        start = board.start(*given, memory_mib=point.memory)
        lpj = lpj or start.lpj
        if "ready" not in start.marks:
            raise Failure(f"'{point.name}' did not become ready; the board's console: build/linux/light/board.console")
        found[point.name] = Measured(start, board.start(*given, first=True) if point.first else None)
        progress.end()
    return found


# The tables.


def table_sizes(kernels):
    table = Table("sizes", "Kernel: bytes in flash, memory given back after start",
                  [("kernel", None, 0), ("compressed", "B", 0), ("raw", "B", 0), ("compressed, of general", "%", 1),
                   ("raw, of general", "%", 1), ("freed", "KiB", 0)],
                  "Compressed: gzip in the general and the paper-like kernel, xz in the light ones. Freed: between "
                  "__init_begin and __init_end.\nThe paper: kernel of an XP-100 board, Linux 2.6.")
    base = kernels.sizes("general")
    for name in RECIPES:
        if kernels.built(name):
            sizes = kernels.sizes(name)
            table.row(name, sizes["zImage"], sizes["raw"], 100 * sizes["zImage"] / base["zImage"],
                      100 * sizes["raw"] / base["raw"], sizes["freed"] / 1024)
    table.row("paper: before", 997640, None, 100.0, None, 52, source="paper")
    table.row("paper: light", 901866, None, 90.4, None, 44, source="paper")
    return table


def table_start(found):
    table = Table("start", "From reset to ready",
                  [("configuration", None, 0), ("first program", "s", 3), ("ready", "s", 3), ("general / this", "", 2),
                   ("memory", "kB", 0), ("of it free", "kB", 0)],
                  "First program: as process 1, before any start script. Ready: the first program of the start script. "
                  f"{board.NS_PER_INSTRUCTION} ns an instruction.\nThe paper's seconds are of a board with more to start; "
                  "its ratio is what can be compared.")
    for point in POINTS[:4]:
        if point.name in found:
            at = found[point.name]
            table.row(point.text, at.first, at.ready, found["general"].ready / at.ready, at.total, at.left)
    table.row("paper: before", None, 93, 1.0, None, None, source="paper")
    table.row("paper: light", None, 76, 93 / 76, None, None, source="paper")
    return table


def table_levers(found):
    table = Table("levers", "Each lever: alone on the general configuration; then what it costs to leave it out of the light one",
                  [("of", None, 0), ("lever", None, 0), ("ready", "s", 3), ("change", "ms", 0), ("of it", "%", 1),
                   ("edge worst", "s", 3), ("edge best", "s", 3)])
    for title, base, points in (("general", GENERAL, ALONE), ("light", ALL, WITHOUT)):
        for point in [base, *points]:
            if point.name in found and base.name in found:
                at, against = found[point.name], found[base.name].ready
                table.row(title, "as it is" if point is base else point.text, at.ready, 1000 * (at.ready - against),
                          100 * (at.ready - against) / against, max(at.edge, default=None), min(at.edge, default=None))
    return table


def table_roots(roots):
    table = Table("roots", "Root: bytes in flash", [("root", None, 0), ("basic", "B", 0), ("extended", "B", 0)],
                  "Shared: busybox and the programs with the libraries that they name, and no others; static: each with its "
                  "own copy of what it needs.")
    for text, kind in (("whole, compressed", WHOLE), ("split, compressed", {**WHOLE, "split": True}),
                       ("split, compressed, shared", {**WHOLE, "split": True, "shared": True}),
                       ("split, not compressed, summaries", BEST),
                       ("split, not compressed, summaries, shared", {**BEST, "shared": True})):
        table.row(text, *roots.sizes(**kind))
    return table


def table_edge(found):
    table = Table("edge", "Edge detection of a 540 KB picture, five runs after the start",
                  [("configuration", None, 0), ("memory", "MB", 0), ("worst", "s", 3), ("best", "s", 3), ("runs", "", 0)],
                  "Worst is the first run: program and picture come from flash. Fewer than 5 runs: Linux ended the program "
                  "for want of memory.\nThe paper's configurations ran on 32 MB; its worst case is reached only where "
                  "memory is scarce.")
    for point in (GENERAL, PAPER, ALL, FASTEST, *SCARCE):
        if point.name in found:
            edge = found[point.name].edge
            table.row(point.text, point.memory, max(edge, default=None), min(edge, default=None), len(edge))
    table.row("paper: before", 32, 61, 9, None, source="paper")
    table.row("paper: light", 32, 21, 8, None, source="paper")
    return table


def verdicts(kernels, found):
    base, light = kernels.sizes("general"), kernels.sizes("light")
    basis = "one image: the kernel light, with all levers"
    yield Verdict("compressed", "compressed kernel, general / light", "", round(base["zImage"] / light["zImage"], 2), ">=", 5,
                  basis)
    yield Verdict("raw", "raw kernel, general / light", "", round(base["raw"] / light["raw"], 2), ">=", 4, basis)
    yield Verdict("ready", "time to ready, general / light", "", round(found["general"].ready / found["light"].ready, 2),
                  ">=", 6.5, basis)


def light(build, words):
    options = parse(words)
    kernels = Kernels(build)
    if options.list:
        return list_all(kernels)
    points = [point for point in POINTS if not options.built or kernels.built(point.kernel)]
    names = {point.name for point in points}
    if not {"general", "light"} <= names:
        raise Failure("the kernels general and light are not built: ./takt linux light builds them, in about half an hour")
    found = measure(build, kernels, points)
    result = Result(build, "linux-light", "Paper 4 on today's Linux: a light image for a board with NOR flash",
                    "./takt linux light", "instructions",
                    f"counted from the reset, {board.NS_PER_INSTRUCTION} ns each; flash has no wait states here")
    result.head["machine"] = {"emulator": "QEMU versatilepb, 32 MB", "source": kernels.version()}
    roots = Roots(build)
    result.tables = [table_sizes(kernels), table_roots(roots), table_start(found), table_levers(found)]
    if roots.has_edge():
        result.tables.append(table_edge(found))
    else:
        print("\nNo application was measured: apps/edge is not there.")
    result.verdicts = list(verdicts(kernels, found))
    absent = [point.name for point in POINTS if point.name not in names]
    if absent:
        print(f"\nNot measured, as their kernels are not built: {', '.join(absent)}")
    return 0 if result.finish() else 1
