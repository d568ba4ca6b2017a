"""The matrix of configurations of ./takt run latency, from one result each: a table, a result file, the cheapest.

usage: latency.py FOLDER BOARD RESULTS [BUDGET]

FOLDER holds <model>-<interrupts>-<lock>/latency-BOARD.json. The cheapest configuration that meets a budget is the one
with the most messages a millisecond under full load, of those whose worst latency, also under kernel-heavy load, is
within it.
"""
import json
import os
import re
import sys

MODELS = ("full", "voluntary", "none")
PLAIN = ("none", "direct", "section")
DEFAULT = ("full", "threads", "mutex")
PAPER = 7.633 / 0.145  # the maxima of its table 2


def fail(message):
    sys.exit("takt: " + message)


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        fail(f"{path}: {error}. ./takt run latency --matrix makes it anew.")


def row_of(result, load):
    """Worst, 99.9 % and throughput under a load, in the board's unit."""
    table = next(t for t in result["tables"] if t["name"] == "latency")
    titles = [column["title"] for column in table["columns"]]
    histograms = [h["name"] for h in result["histograms"]]
    cells = table["rows"][histograms.index(load)]["cells"]
    return {key: cells[titles.index(title)] for key, title in
            (("worst", "most"), ("usual", "99.9 %"), ("rate", "messages/ms"))}


def budget_of(text, unit):
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ns|us|ms|instructions)", text)
    if not match:
        fail(f"--budget {text}: write a time as 50us (ns, us, ms), or 250instructions on an emulated board.")
    number, given = float(match[1]), match[2]
    if (given == "instructions") != (unit == "instructions"):
        fail(f"--budget {text}: on this board latency is counted in {unit}.")
    return number if unit == "instructions" else number * {"ns": 1e-3, "us": 1, "ms": 1e3}[given]


def order(name):
    model, way, lock = name
    return (MODELS.index(model), way != "threads", lock != "mutex")


def collect(folder, board):
    found = {}
    for name in os.listdir(folder):
        parts = tuple(name.split("-"))
        if len(parts) == 3 and parts[0] in MODELS:
            found[parts] = read(os.path.join(folder, name, f"latency-{board}.json"))
    if DEFAULT not in found or PLAIN not in found:
        fail(f"{folder} has no whole matrix. ./takt run latency --matrix makes it.")
    return {name: found[name] for name in sorted(found, key=order)}


def table_of(found, unit):
    columns = [{"title": title, "unit": kind} for title, kind in (
        ("preemption", None), ("interrupts", None), ("lock", None), ("unloaded worst", unit), ("full 99.9 %", unit),
        ("full worst", unit), ("heavy 99.9 %", unit), ("heavy worst", unit), ("messages/ms, full", ""),
        ("messages/ms, heavy", ""))]
    rows = []
    for name, result in found.items():
        unloaded, full, heavy = (row_of(result, load) for load in ("unloaded", "full", "heavy"))
        rows.append([*name, unloaded["worst"], full["usual"], full["worst"], heavy["usual"], heavy["worst"],
                     full["rate"], heavy["rate"]])
    return columns, rows


def show(columns, rows):
    head = [c["title"] + (f" ({c['unit']})" if c["unit"] else "") for c in columns]
    text = [["-" if cell is None else str(cell) for cell in row] for row in rows]
    width = [max(len(line[i]) for line in [head, *text]) for i in range(len(head))]
    for line in [head, ["-" * w for w in width], *text]:
        print("  ".join(cell.ljust(w) if i < 3 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, width))))


def cheapest(rows, budget, text, unit):
    met = [row for row in rows if max(row[5], row[7]) <= budget]
    if not met:
        best = min(rows, key=lambda row: max(row[5], row[7]))
        return (f"No configuration meets {text}: the best is {'-'.join(best[:3])}, "
                f"whose worst latency is {max(best[5], best[7])} {unit}.")
    best = max(met, key=lambda row: row[8])
    most = max(row[8] for row in rows)
    return (f"{text} is met by {len(met)} of {len(rows)}; the cheapest is {'-'.join(best[:3])}: worst "
            f"{max(best[5], best[7])} {unit}, {best[8]} messages/ms under full load, {best[8] / most * 100:.1f} % of the most.")


def write(path, found, columns, rows, notes, verdict, board):
    first = next(iter(found.values()))
    result = {key: first[key] for key in ("schema", "board", "time", "version", "seed", "arguments", "machine")}
    result.update(
        experiment="latency-matrix", title="Paper 2: preemption models, interrupt threads and lock kinds",
        command=f"./takt run latency --matrix --board {board}", configuration={"differs": ""}, notes=notes,
        tables=[{"name": "matrix", "title": "Worst latency and throughput of each configuration", "columns": columns,
                 "rows": [{"source": "takt", "cells": row} for row in rows]}],
        series=[], histograms=[], verdicts=verdict)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)
    os.replace(path + ".new", path)


def main():
    if len(sys.argv) not in (4, 5):
        fail("latency.py FOLDER BOARD RESULTS [BUDGET]")
    folder, board, results = sys.argv[1:4]
    found = collect(folder, board)
    first = next(iter(found.values()))
    unit = next(h["unit"] for h in first["histograms"])
    unit = "us" if unit == "ns" else unit
    columns, rows = table_of(found, unit)
    by_name = {tuple(row[:3]): row for row in rows}
    ratio = round(by_name[PLAIN][7] / by_name[DEFAULT][7], 2)
    notes = [f"Kernel-heavy load: the worst of the plain configuration ({'-'.join(PLAIN)}) is {ratio} times that of the "
             f"default ({'-'.join(DEFAULT)}); in the paper, standard against soft real-time, it is {PAPER:.1f} times."]
    if len(sys.argv) == 5:
        notes.append(cheapest(rows, budget_of(sys.argv[4], unit), sys.argv[4], unit))
    show(columns, rows)
    print()
    print("\n".join(notes))
    verdict = [{"name": "ratio", "title": "plain / default, kernel-heavy worst", "unit": "", "value": ratio,
                "relation": ">=", "wanted": 52, "holds": ratio >= 52, "basis": "the two configurations' worst samples"}]
    path = os.path.join(results, f"latency-matrix-{board}.json")
    write(path, found, columns, rows, notes, verdict, board)
    print(f"written: {path}")


main()
