"""Tables and results, in the form of docs/results.md: what is printed and what is written come from the same cells."""
import json
import os
import re


class Table:
    """Columns are (title, unit, decimals); the unit None marks texts, "" a bare count. Cells are texts, numbers, None."""

    def __init__(self, name, title, columns, note=None):
        self.name, self.title, self.columns, self.note, self.rows = name, title, columns, note, []

    def row(self, *cells, source="takt"):
        self.rows.append((source, [self._cell(cell, column) for cell, column in zip(cells, self.columns, strict=True)]))

    @staticmethod
    def _cell(cell, column):
        if cell is None or isinstance(cell, str):
            return cell
        return round(cell, column[2]) if column[2] else round(cell)

    def _texts(self, cells):
        return ["" if cell is None else cell if isinstance(cell, str) else f"{cell:.{column[2]}f}"
                for cell, column in zip(cells, self.columns)]

    def text(self):
        lines = [[column[0] for column in self.columns], [column[1] or "" for column in self.columns]]
        lines += [self._texts(cells) for _, cells in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines)]
        left = [column[1] is None for column in self.columns]
        out = ["  ".join(word.ljust(width) if first else word.rjust(width)
                         for word, width, first in zip(line, widths, left)).rstrip() for line in lines]
        out.insert(2, "-" * (sum(widths) + 2 * (len(widths) - 1)))
        return "\n".join(["", self.title, "", *(line for line in out if line)] + ([self.note] if self.note else []))

    def json(self):
        return {"name": self.name, "title": self.title, **({"note": self.note} if self.note else {}),
                "columns": [{"title": title, "unit": unit} for title, unit, _ in self.columns],
                "rows": [{"source": source, "cells": cells} for source, cells in self.rows]}


class Verdict:
    def __init__(self, name, title, unit, value, relation, wanted, basis):
        self.name, self.title, self.unit, self.basis = name, title, unit, basis
        self.value, self.relation, self.wanted = value, relation, wanted
        self.holds = value <= wanted if relation == "<=" else value >= wanted

    def text(self):
        return (f"{self.title}: {self.value:g} {self.unit}".rstrip() + f", wanted {self.relation} {self.wanted:g}: "
                f"{'holds' if self.holds else 'does NOT hold'}")

    def json(self):
        return {"name": self.name, "title": self.title, "unit": self.unit, "value": self.value,
                "relation": self.relation, "wanted": self.wanted, "holds": self.holds, "basis": self.basis}


class Result:
    def __init__(self, build, experiment, title, command, time_kind, time_note):
        version = re.search(r"project\(Takt VERSION ([\d.]+)", (build.root / "CMakeLists.txt").read_text())[1]
        self.head = {"schema": "takt-result-1", "experiment": experiment, "title": title, "board": "qemu",
                     "time": {"kind": time_kind, "note": time_note}, "version": version, "command": command,
                     "seed": None, "configuration": {"differs": ""}, "arguments": {}, "machine": {}}
        self.file = results_folder(build) / f"{experiment}.json"
        self.tables, self.series, self.histograms, self.verdicts = [], [], [], []

    def finish(self):
        """Print all, write the file; whether every demand holds."""
        for part in self.tables:
            print(part.text())
        print()
        for verdict in self.verdicts:
            print(verdict.text())
        self.file.parent.mkdir(parents=True, exist_ok=True)
        whole = {**self.head, "tables": [table.json() for table in self.tables], "series": self.series,
                 "histograms": self.histograms, "verdicts": [verdict.json() for verdict in self.verdicts]}
        self.file.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n")
        print(f"\nWritten: {self.file}")
        return all(verdict.holds for verdict in self.verdicts)


def results_folder(build):
    named = os.environ.get("TAKT_RESULTS")
    return build.root / "build/results" if not named else build.start / named
