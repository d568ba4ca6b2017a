"""./takt run edge on an emulated board: the start, cold and from a snapshot, in instructions from reset to the ready mark.

usage: start.py BOARD PROGRAM RESULTS VERSION [IMAGES]

Each row is a run of start.c under scripts/qemu.sh with its own flash: slots of images in a file that goes from run to run,
and behind them the root of IMAGES (build/edge; images.py makes it). Status 0: all runs were right and the result is written.
"""
import json
import os
import subprocess
import sys
import tempfile

FLASH, ROOT = 0x21000000, 0x21200000
PLAIN, SUMMARY = "whole-4096", "whole-4096-summary"
ROWS = (("cold, all data checked first", PLAIN, ("copied", "check"), False),
        ("cold", PLAIN, ("copied",), False),
        ("cold, with summary", SUMMARY, ("copied",), False),
        ("cold, mapped", PLAIN, (), False),
        ("cold, mapped, with summary", SUMMARY, (), False),
        ("snapshot", PLAIN, (), True))
COLUMNS = (("start", None), ("to ready", "instructions"), ("read from flash", "B"), ("memory restored", "B"),
           ("of cold, mapped", "%"))
NOTE = ("Instructions that an emulator counts, in steps of 40, from reset on; not cycles: flash is memory here, so "
        "what reading it costs a device stands in the bytes. Of mapped flash no bytes are counted.")


def fail(message):
    sys.exit("takt: edge: " + message)


def start(board, program, root, arguments, slots):
    """One run. @return its first line's words, and what it says of the picture"""
    options = f"-device loader,file={root},addr={ROOT:#x},force-raw=on"
    if os.path.exists(slots):
        options += f" -device loader,file={slots},addr={FLASH:#x},force-raw=on"
    environment = dict(os.environ, TAKT_ICOUNT="1", TAKT_RUN_SECONDS="120", TAKT_QEMU_OPTIONS=options)
    run = subprocess.run(["scripts/qemu.sh", board, program, *arguments], env=environment, capture_output=True, text=True,
                         check=False)
    lines = run.stdout.splitlines()
    if run.returncode != 0 or len(lines) != 2 or not lines[1].startswith("picture "):
        fail(f"a start ended with status {run.returncode}:\n{run.stdout}{run.stderr}")
    return lines[0].split(), lines[1]


def measure(board, program, images, folder):
    rows, pictures = [], set()
    for name, root, arguments, twice in ROWS:
        root = f"{images}/{root}.jffs2"
        slots = os.path.join(folder, "slots")
        if os.path.exists(slots):
            os.remove(slots)
        if twice:
            words, picture = start(board, program, root, (*arguments, f"flash={slots}"), slots)
            pictures.add(picture)
        words, picture = start(board, program, root, arguments if twice else (*arguments, "save=no"), slots)
        if words[0] != ("snapshot" if twice else "cold"):
            fail(f"{name}: it was a {words[0]} start")
        pictures.add(picture)
        kind, instructions, read, restored = words[0], *map(int, words[1:])
        rows.append([name, instructions, read if read else None, restored if kind == "snapshot" else None])
    if len(pictures) != 1:
        fail("the starts do not read the same picture")
    cold = next(row[1] for row in rows if row[0] == "cold, mapped")
    return [[*row, round(100 * row[1] / cold, 1)] for row in rows]


def show(rows):
    head = [title + (f", {unit}" if unit else "") for title, unit in COLUMNS]
    text = [["-" if cell is None else f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    width = [max(len(line[i]) for line in [head, *text]) for i in range(len(head))]
    for line in [head, ["-" * w for w in width], *text]:
        print("  ".join(cell.rjust(w) if i else cell.ljust(w) for i, (cell, w) in enumerate(zip(line, width))))


def verdict(name, title, unit, value, wanted, basis):
    return {"name": name, "title": title, "unit": unit, "value": value, "relation": "<=", "wanted": wanted,
            "holds": value <= wanted, "basis": basis}


def write(path, board, version, rows, notes, verdicts):
    result = {"schema": "takt-result-1", "experiment": "edge", "title": "Paper 4: start of edge, cold and from a snapshot",
              "board": board, "time": {"kind": "instructions", "note": NOTE}, "version": version,
              "command": f"./takt run edge --board {board}", "seed": None, "configuration": {"differs": ""},
              "arguments": {}, "machine": {}, "notes": notes,
              "tables": [{"name": "start", "title": "From reset to the ready mark",
                          "columns": [{"title": title, "unit": unit} for title, unit in COLUMNS],
                          "rows": [{"source": "takt", "cells": row} for row in rows]}],
              "series": [], "histograms": [], "verdicts": verdicts}
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
    os.replace(path + ".new", path)


def main():
    if len(sys.argv) not in (5, 6):
        fail("start.py BOARD PROGRAM RESULTS VERSION [IMAGES]")
    board, program, results, version = sys.argv[1:5]
    images = sys.argv[5] if len(sys.argv) == 6 else "build/edge"
    with tempfile.TemporaryDirectory(prefix="start", dir=os.path.dirname(program)) as folder:
        rows = measure(board, program, images, folder)
    show(rows)
    snapshot, each = rows[-1], round(rows[-1][1] / rows[-1][3], 2)
    notes = [f"Restoring costs {each} instructions a byte of this memory ({snapshot[3]:,} bytes), packed. So a snapshot is "
             f"worth it where a start computes more than {each} instructions for each byte that the program has."]
    verdicts = [verdict("half", "snapshot / cold, mapped", "%", snapshot[4], 50, "instructions from reset to the ready mark"),
                verdict("restoring", "instructions a byte, less 10,000", "instructions",
                        round((snapshot[1] - 10000) / snapshot[3], 2), 9, "instructions from reset to the ready mark")]
    print("\n" + "\n".join(notes))
    os.makedirs(results, exist_ok=True)
    path = os.path.join(results, f"edge-{board}.json")
    write(path, board, version, rows, notes, verdicts)
    print(f"written: {path}")
    sys.exit(0 if all(v["holds"] for v in verdicts) else 1)


main()
