#!/usr/bin/env python3
"""What an image is made of, by the linker's map: ./takt size.

Prints and writes (docs/results.md) three things: the kernel whole, object file by object file; the minimal image, one
thread that sleeps in a loop, with all parts there, with every part left out that can be, and that small rather than
fast; and the memory that each kind of object takes.

Of the minimal image these do not count: the table of vectors, the board's start-up, console and arguments, the C
library, and stacks. Everything else does: kernel, port, the board's clock, the application.
"""
import argparse
import collections
import glob
import json
import os
import re
import subprocess

# What is wanted of the minimal image on a Cortex-M3, whichever way it is built: bytes of text, and of RAM.
LIMIT_TEXT, LIMIT_RAM = 2000, 500

COLUMNS = ("text", "data", "bss")
KINDS = {".text": "text", ".data": "data", ".bss": "bss"}
# " .text.takt_lock  0x00000abc  0x6 libtakt.a(klock.c.obj)", the name perhaps on a line of its own; " *fill*  0x..  0x2"
PIECE = re.compile(r"^ (?:(\S+))?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) ?(\S.*)?$")
STACK = re.compile(r"^\.bss\.(?:\w+_)?stacks?(?:\.\d+)?$")
# of boards: what is not start-up, but does the kernel's work while it runs
BOARD_COUNTS = re.compile(r"/(?:clock|counter_read|doorbell)\.c$")


class Sizes(collections.Counter):
    @property
    def ram(self):
        return self["data"] + self["bss"]


def pieces(map_file):
    """Each piece of the image: kind, input section, file as the map names it, bytes."""
    kind, name = None, ""
    with open(map_file, encoding="utf-8") as file:
        text = file.read()
    for line in text[text.index("Linker script and memory map"):].splitlines():
        output = re.match(r"^(\.\S+|/DISCARD/)", line)
        if output:
            kind = KINDS.get(output.group(1))
        elif re.match(r"^ \.\S+$", line):
            name = line.strip()
        else:
            piece = PIECE.match(line)
            if piece and kind and not line.rstrip().endswith("(size before relaxing)"):
                section = piece.group(1) or name
                size = int(piece.group(3), 16)
                if size and section == "*fill*":
                    yield kind, section, "alignment", size
                elif size and piece.group(4):
                    yield kind, section, piece.group(4), size
            name = ""


class Build:
    """A build directory: where the objects of its library come from."""

    def __init__(self, folder, tool):
        self.folder, self.tool = folder, tool
        self.objects = collections.defaultdict(list)
        self.sections = {}
        root = os.path.join(folder, "CMakeFiles/takt.dir")
        for path in glob.glob(os.path.join(root, "**/*.obj"), recursive=True):
            self.objects[os.path.basename(path)].append(path)
        self.root = root

    def has(self, path, section):
        if path not in self.sections:
            output = subprocess.run([self.tool + "size", "-A", path], capture_output=True, text=True, check=True).stdout
            self.sections[path] = {line.split()[0] for line in output.splitlines() if line.startswith(".")}
        return section in self.sections[path]

    def source(self, name, section):
        """The source, from the project's root, of a file as the map names it."""
        if name.startswith("CMakeFiles/takt.dir/"):
            return name.removeprefix("CMakeFiles/takt.dir/").removesuffix(".obj")
        member = re.search(r"libtakt\.a\((.*)\)$", name)
        if member:
            paths = self.objects[member.group(1)]
            if len(paths) > 1:  # sources of one name in different folders
                paths = [path for path in paths if self.has(path, section)] or paths
            source = os.path.relpath(paths[0], self.root).replace("__/", "../")
            return os.path.normpath(source).removesuffix(".obj").lstrip("./")
        if re.search(r"lib\w+\.a\(", name) or "/lib/" in name:
            return "C library"
        if name == "alignment":
            return name
        return "application"


def group(source):
    parts = source.split("/")
    if parts[0] == "board":
        return "board" if BOARD_COUNTS.search(source) else "start-up"
    return {"port": "port", "llq": "llq", "kernel": "kernel", "C library": "C library"}.get(parts[0], parts[0])


def measure(build, map_file):
    """Sizes by source; stacks and vectors by themselves."""
    found = collections.defaultdict(Sizes)
    for kind, section, name, size in pieces(map_file):
        if section == ".vectors":
            source = "vectors"
        elif STACK.match(section):
            source = "stacks"
        else:
            source = build.source(name, section)
        found[source][kind] += size
    return found


def row(label, sizes, source="takt"):
    return {"source": source, "cells": [label] + [sizes[kind] for kind in COLUMNS]}


def total(found, groups):
    sizes = Sizes()
    for source, part in found.items():
        if group(source) in groups:
            sizes.update(part)
    return sizes


def table(name, title, first, rows, note=None):
    columns = [{"title": first, "unit": None}] + [{"title": kind, "unit": "B"} for kind in COLUMNS]
    made = {"name": name, "title": title, "columns": columns, "rows": rows}
    return made if note is None else {**made, "note": note}


COUNTED = ("kernel", "llq", "port", "board", "application", "alignment")
NOT_COUNTED = ("start-up", "vectors", "C library", "stacks")


def services_table(found):
    rows = [row(source, sizes) for source, sizes in sorted(found.items()) if group(source) in ("kernel", "llq", "port")]
    rows += [row(f"all of {folder}/", total(found, (folder,))) for folder in ("kernel", "llq", "port")
             if any(group(source) == folder for source in found)]
    return table("services", "All of Takt, release configuration: each object file as linked", "object file", rows,
                 "the whole library linked, nothing left out; a program takes of it what it uses")


def minimal_table(name, title, found):
    rows = [row(source, sizes) for source, sizes in sorted(found.items()) if group(source) in COUNTED]
    rows.append(row("counts", total(found, COUNTED)))
    rows += [row(f"does not count: {part}", total(found, (part,))) for part in NOT_COUNTED]
    return table(name, title, "object file", rows,
                 "one thread that sleeps in a loop; text holds constants too, data stands in flash as well")


def objects_table(image, small, tool):
    """sizeof of each kind of object, from the symbols of tests/size/services.c."""
    def read(path):
        output = subprocess.run([tool + "nm", "-S", path], capture_output=True, text=True, check=True).stdout
        symbols = re.findall(r"^\S+ (\S+) \S size_of_(\w+)$", output, re.M)
        return {name: int(size, 16) for size, name in symbols}
    sizes, smallest = read(image), read(small)
    rows = [{"source": "takt", "cells": [f"struct {name}", size, smallest.get(name)]}
            for name, size in sorted(sizes.items())]
    return {"name": "objects", "title": "Memory of each kind of object",
            "columns": [{"title": "object", "unit": None}, {"title": "release", "unit": "B"},
                        {"title": "minimal", "unit": "B"}], "rows": rows,
            "note": "struct takt_core is there once a core and holds the idle thread; null: left out"}


def verdict(name, title, value, wanted):
    return {"name": name, "title": title, "unit": "B", "value": value, "relation": "<=", "wanted": wanted,
            "holds": value <= wanted, "basis": "the linker's map of the minimal image"}


def print_table(made):
    print(f"\n{made['title']}")
    lines = [[column["title"] for column in made["columns"]]]
    lines += [["-" if cell is None else str(cell) for cell in entry["cells"]] for entry in made["rows"]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    texts = [all(isinstance(entry["cells"][i], str) for entry in made["rows"]) for i in range(len(widths))]
    for line in lines:
        print("  " + "   ".join(cell.ljust(width) if text else cell.rjust(width)
                                for cell, width, text in zip(line, widths, texts)))
    if "note" in made:
        print(f"  ({made['note']})")


def define(folder, name):
    with open(os.path.join(folder, "include/takt/config.h"), encoding="utf-8") as file:
        return re.search(rf'#define {name} "(.*)"', file.read()).group(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("board", "release", "minimal", "small", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--tool", default="arm-none-eabi-", help="what the names of the compiler's tools begin with")
    options = parser.parse_args()

    release, minimal, small = (Build(folder, options.tool)
                               for folder in (options.release, options.minimal, options.small))
    images = {name: os.path.join(build.folder, "tests/bin", program) for name, build, program in (
        ("services", release, "size-services"), ("none", minimal, "size-services"),
        ("all", release, "size-minimal"), ("minimal", minimal, "size-minimal"), ("small", small, "size-minimal"))}
    found, smallest = measure(minimal, images["minimal"] + ".map"), measure(small, images["small"] + ".map")
    counts, least = total(found, COUNTED), total(smallest, COUNTED)
    tables = [
        services_table(measure(release, images["services"] + ".map")),
        objects_table(images["services"], images["none"], options.tool),
        minimal_table("minimal-all-parts", "The minimal image, release configuration: all parts there, few used",
                      measure(release, images["all"] + ".map")),
        minimal_table("minimal", "The minimal image: parts that are not used are left out; -O2", found),
        minimal_table("minimal-small", "The same, small rather than fast: -Os", smallest),
    ]
    verdicts = [verdict("text", "text of the minimal image, -O2", counts["text"], LIMIT_TEXT),
                verdict("text-small", "text of the minimal image, -Os", least["text"], LIMIT_TEXT),
                verdict("ram", "RAM of the minimal image, stacks apart", max(counts.ram, least.ram), LIMIT_RAM)]
    result = {
        "schema": "takt-result-1", "experiment": "size", "title": "What Takt takes of a device's memory",
        "board": options.board,
        "time": {"kind": "none", "note": "bytes of a linked image; nothing runs"},
        "version": define(options.release, "TAKT_VERSION"), "command": f"./takt size --board {options.board}",
        "seed": None,
        "configuration": {"differs": define(options.release, "TAKT_CONFIGURATION"),
                          "minimal_differs": define(options.minimal, "TAKT_CONFIGURATION")},
        "arguments": {}, "machine": {"compiler": subprocess.run([options.tool + "gcc", "-dumpfullversion"],
                                                                capture_output=True, text=True, check=True).stdout.strip()},
        "tables": tables, "series": [], "histograms": [], "verdicts": verdicts,
    }
    for made in tables:
        print_table(made)
    print()
    for made in verdicts:
        print(f"  {made['title']}: {made['value']} B, wanted at most {made['wanted']} B"
              f"{'' if made['holds'] else ': MISSED'}")
    os.makedirs(os.path.dirname(options.output), exist_ok=True)
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    print(f"\n{options.output}")


if __name__ == "__main__":
    main()
