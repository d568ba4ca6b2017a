#!/usr/bin/env python3
"""What a choice costs, in bytes of an image of all of Takt: ./takt size --by-switch and --compilers.

One folder is built again for each choice, with everything linked, used or not; a row is the difference to the image
without that choice changed. A choice takes what depends on it along: leaving semaphores out leaves out what needs
them. So rows do not add up.
"""
import argparse
import json
import os
import subprocess
import sys
import time

import kconfiglib

import size

GROUPS = ("kernel", "llq", "port", "trace", "posix", "fs", "boot", "board")
# Of a board: addresses and speeds, not parts.
OTHERS = ("TAKT_MPS2", "TAKT_AN521")
# As paper 4's table 1 lists them for its compiler, and what gcc has had since: one file for all (-flto).
COMPILERS = ("-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -flto", "-Os -flto")


def run(command, log):
    with open(log, "w", encoding="utf-8") as file:
        if subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False).returncode == 0:
            return
    with open(log, encoding="utf-8") as file:
        sys.exit("".join(file.readlines()[-20:]) + f"{' '.join(command)} failed (above; {log} has the whole)")


def image(options, target, choices="", flags="-O2 -g"):
    """Bytes of the target's image, without what does not count (size.py), for one configuration."""
    log = os.path.join(options.work, "log")
    os.makedirs(options.work, exist_ok=True)
    run(["cmake", "-S", ".", "-B", options.work, "-G", "Ninja", f"-DTAKT_BOARD={options.board}",
         f"-DCMAKE_TOOLCHAIN_FILE={os.path.abspath('cmake/arm-none-eabi.cmake')}", "-DTAKT_DEFCONFIG=release", f"-DTAKT_SET={choices}",
         "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_C_FLAGS={flags}"], log)
    run(["cmake", "--build", options.work, "--target", target], log)
    return os.path.join(options.work, "tests/bin", target)


def parts(options, choices="", flags="-O2 -g"):
    path = image(options, "size-services", choices, flags)
    return size.total(size.measure(size.Build(options.work, options.tool), path + ".map"), GROUPS)


def whole(options, target, flags):
    """All of an image but stacks: where the linker makes one file of all, no part can be told from another."""
    path = image(options, target, "", flags)
    sizes = size.Sizes()
    for kind, section, _, number in size.pieces(path + ".map"):
        if section != ".vectors" and not size.STACK.match(section):
            sizes[kind] += number
    return sizes


class Progress:
    """A line for each step, with the time that is left."""

    def __init__(self, steps):
        self.steps, self.done, self.began = steps, 0, time.monotonic()

    def step(self, what):
        left = (time.monotonic() - self.began) / self.done * (self.steps - self.done) if self.done else None
        self.done += 1
        print(f"   {self.done}/{self.steps} {what}" + (f", {left:.0f} s left" if left is not None else ""),
              file=sys.stderr, flush=True)


def switches(board):
    """Each choice of yes or no that the board's release configuration offers, and its prompt."""
    os.environ["srctree"] = "."
    kconf = kconfiglib.Kconfig("Kconfig", warn=False)
    for choices in (f"board/{board}/board.defconfig", "configs/release.defconfig"):
        if os.path.exists(choices):
            kconf.load_config(choices, replace=False)
    for symbol in kconf.unique_defined_syms:
        if symbol.type == kconfiglib.BOOL and symbol.visibility and not symbol.name.startswith(OTHERS):
            yield symbol.name, symbol.nodes[0].prompt[0], symbol.str_value


def by_switch(options):
    found = [entry for entry in switches(options.board) if not options.names or entry[0] in options.names]
    unknown = set(options.names) - {name for name, _, _ in found}
    if unknown:
        sys.exit(f"there is no switch CONFIG_{sorted(unknown)[0]} in this configuration: ./takt menuconfig shows all")
    progress = Progress(len(found) + 1)
    progress.step("all as it is")
    base = parts(options)
    rows = []
    for name, prompt, value in found:
        progress.step(f"CONFIG_{name}")
        sizes = parts(options, f"CONFIG_{name}={'n' if value == 'y' else 'y'}")
        sign = 1 if value == "y" else -1
        rows.append({"source": "takt", "cells": [f"CONFIG_{name}", prompt, value] +
                     [sign * (base[kind] - sizes[kind]) for kind in size.COLUMNS]})
    rows.sort(key=lambda row: -row["cells"][3])
    columns = [{"title": title, "unit": None} for title in ("switch", "what it is", "release")]
    columns += [{"title": kind, "unit": "B"} for kind in size.COLUMNS]
    return {"name": "switches", "title": "What each switch costs when it is on", "columns": columns, "rows": rows,
            "note": f"all of it takes {base['text']} B of text, {base['data']} B of data, {base['bss']} B of bss; "
                    "a switch takes what depends on it along, so rows do not add up"}


def compilers(options):
    progress = Progress(2 * len(COMPILERS))
    rows = []
    for flags in COMPILERS:
        cells = [flags]
        for target in ("size-minimal", "size-services"):
            progress.step(f"{flags} {target}")
            if target == "size-services" and "-flto" in flags:
                cells += [None, None]  # what nobody calls is left out, whatever the linker is told
                continue
            sizes = whole(options, target, flags + " -g -ffunction-sections -fdata-sections")
            cells += [sizes["text"], sizes.ram]
        rows.append({"source": "takt", "cells": cells})
    columns = [{"title": "options", "unit": None}]
    columns += [{"title": title, "unit": "B"} for title in ("minimal text", "minimal RAM", "all text", "all RAM")]
    return {"name": "compilers", "title": "Options of the compiler, release configuration", "columns": columns,
            "rows": rows, "note": "minimal: one thread that sleeps, no part left out by hand; all: everything linked. "
            "With the board's start-up and the C library; without vectors and stacks"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("switches", "compilers"))
    for name in ("board", "work", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--tool", default="arm-none-eabi-", help="what the names of the compiler's tools begin with")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.names = [name.removeprefix("CONFIG_") for name in options.names]
    table = by_switch(options) if options.kind == "switches" else compilers(options)
    option = "--by-switch" if options.kind == "switches" else "--compilers"
    result = {
        "schema": "takt-result-1", "experiment": f"size-{options.kind}", "title": table["title"],
        "board": options.board, "time": {"kind": "none", "note": "bytes of a linked image; nothing runs"},
        "version": size.define(options.work, "TAKT_VERSION"),
        "command": f"./takt size {option} --board {options.board}", "seed": None,
        "configuration": {"differs": "CONFIG_ of configs/release.defconfig"}, "arguments": {},
        "machine": {"compiler": subprocess.run([options.tool + "gcc", "-dumpfullversion"], capture_output=True,
                                               text=True, check=True).stdout.strip()},
        "tables": [table], "series": [], "histograms": [], "verdicts": [],
    }
    size.print_table(table)
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    print(f"\n{options.output}")


if __name__ == "__main__":
    main()
