#!/usr/bin/env python3
"""The sizes of an image that the linker optimized as a whole, by source: ./takt size --profile tiny.

Its map knows no object files any more, so each halfword is given to the source of the line that it stands for, as a
debugger would: the innermost one, where a function was put into its caller; what comes from a header is given to the
source that includes it. What has no line (constants, variables) is given to the source that declares its symbol.
What counts is as scripts/size.py says. Prints and writes a table, and fails when it is more than is wanted.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys

import size

LIMIT_TEXT, LIMIT_RAM = 1500, 300
LIBRARY = ("memcpy", "memset")


def run(tool, *command, text=None):
    return subprocess.run([tool + command[0], *command[1:]], input=text, capture_output=True, text=True,
                          check=True).stdout


def symbols(image, tool):
    """Address, bytes, kind, name, and the source that declares it or None."""
    for line in run(tool, "nm", "-S", "-l", image).splitlines():
        found = re.match(r"^([0-9a-f]+) ([0-9a-f]+) (\w) (\S+)(?:\t(.*):\d+)?$", line)
        if found:
            yield int(found[1], 16), int(found[2], 16), found[3], found[4], found[5]


def text_section(image, tool):
    found = re.search(r"^\.text\s+(\d+)\s+(\d+)$", run(tool, "size", "-A", image), re.M)
    return range(int(found[2]), int(found[2]) + int(found[1]), 2)


def line_sources(image, tool, addresses):
    """The innermost source that is no header, of each address; None: it has no line."""
    asked = "\n".join(f"0x{address:x}" for address in addresses)
    chains = re.split(r"^0x[0-9a-f]+\n", run(tool, "addr2line", "-a", "-i", "-e", image, text=asked), flags=re.M)[1:]
    for chain in chains:
        paths = [line.rsplit(":", 1)[0] for line in chain.splitlines()]
        yield next((path for path in paths if not path.startswith("?") and not path.endswith(".h")), None)


def source(path, root):
    path = os.path.normpath(path)
    if not path.startswith(root + os.sep):
        return "C library"
    path = os.path.relpath(path, root)
    return "application" if path.startswith("tests/") else path


def measure(image, root, tool):
    found = collections.defaultdict(size.Sizes)
    owners = {}
    for address, extent, kind, name, declared in symbols(image, tool):
        place = source(declared, root) if declared else "not known"
        if kind in "bBdD":
            found["stacks" if "stack" in name else place]["bss" if kind in "bB" else "data"] += extent
        else:
            place = "vectors" if name == "takt_board_vectors" else "C library" if name in LIBRARY else place
            owners.update((at, place) for at in range(address & ~1, (address & ~1) + extent, 2))
    addresses = text_section(image, tool)
    for address, path in zip(addresses, line_sources(image, tool, addresses)):
        place = owners.get(address, "alignment")
        if path and place not in ("vectors", "C library"):
            place = source(path, root)
        found[place]["text"] += 2
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("board", "build", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--tool", default="arm-none-eabi-")
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = measure(os.path.join(options.build, "tests/bin/size-tiny"), root, options.tool)
    counted = size.COUNTED + ("not known",)
    counts = size.total(found, counted)
    rows = [size.row(name, sizes) for name, sizes in sorted(found.items()) if size.group(name) in counted]
    rows.append(size.row("counts", counts))
    rows += [size.row(f"does not count: {part}", size.total(found, (part,))) for part in size.NOT_COUNTED]
    table = size.table("tiny", "The profile tiny: two threads, sleeping, one semaphore", "source", rows,
                       "compiled with -Os -flto; by lines, as the linker knows no object files")
    verdicts = [size.verdict("text", "text of the profile tiny", counts["text"], LIMIT_TEXT),
                size.verdict("ram", "RAM of the profile tiny, stacks apart", counts.ram, LIMIT_RAM)]
    result = {
        "schema": "takt-result-1", "experiment": "size-tiny", "title": "What the smallest Takt takes",
        "board": options.board, "time": {"kind": "none", "note": "bytes of a linked image; nothing runs"},
        "version": size.define(options.build, "TAKT_VERSION"),
        "command": f"./takt size --profile tiny --board {options.board}", "seed": None,
        "configuration": {"differs": size.define(options.build, "TAKT_CONFIGURATION")}, "arguments": {},
        "machine": {"compiler": run(options.tool, "gcc", "-dumpfullversion").strip()},
        "tables": [table], "series": [], "histograms": [], "verdicts": verdicts,
    }
    size.print_table(table)
    for made in verdicts:
        print(f"  {made['title']}: {made['value']} B, wanted at most {made['wanted']} B"
              f"{'' if made['holds'] else ': MISSED'}")
    os.makedirs(os.path.dirname(os.path.abspath(options.output)), exist_ok=True)
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    sys.exit(0 if all(made["holds"] for made in verdicts) else 1)


if __name__ == "__main__":
    main()
