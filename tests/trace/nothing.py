"""nothing.py COMPILE_COMMANDS SOURCE_FOLDER OBJDUMP: without the recorder, its hooks cost nothing.

Each file of the kernel and of the library of locks is compiled twice, with this build's own command: as it is, and with
every call of a hook taken out of its text. No function may have an instruction more with them than without. (Which
registers it uses may differ: a compiler numbers its variables before it finds that nobody needs some of them.)
"""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ["kernel", "llq", "trace"]
HOOK = re.compile(r"(?m)^(\s*)takt_trace_\w+\([^;]*;")


def without_hooks(text):
    """Lines keep their numbers: assertions tell them."""
    count = 0

    def empty(match):
        nonlocal count
        count += 1
        return match.group(1) + ";" + "\n" * match.group(0).count("\n", len(match.group(1)))

    return HOOK.sub(empty, text), count


def make_trees(source, folder):
    """Two copies of the folders; the second has no hooks. How many it lost."""
    lost = 0
    for name in ("with", "without"):
        for part in FOLDERS:
            shutil.copytree(os.path.join(source, part), os.path.join(folder, name, part))
    for part in FOLDERS[:2]:
        for root, _, files in os.walk(os.path.join(folder, "without", part)):
            for file in files:
                if not file.endswith((".c", ".h")) or file == "trace_hooks.h":
                    continue
                path = os.path.join(root, file)
                with open(path, encoding="utf-8") as f:
                    text, count = without_hooks(f.read())
                lost += count
                with open(path, "w", encoding="utf-8") as f:
                    f.write(text)
    return lost


def instructions(entry, source, tree, objdump):
    """Number of instructions of each function."""
    words = shlex.split(entry["command"])
    includes = [w for w in words if w.startswith("-I")]
    out = os.path.join(tree, os.path.basename(entry["file"]) + ".o")
    for option in ("-MT", "-MF"):
        if option in words:
            del words[words.index(option):words.index(option) + 2]
    words[words.index("-o") + 1] = out
    # the tree's folders first; headers outside of them stay where they are
    words = [w.replace(source + "/", tree + "/") if w.startswith(("-I", "-fmacro")) or w == entry["file"] else w
             for w in words if w != "-MD"]
    subprocess.run(words + includes + ["-w", "-g0"], check=True, cwd=entry["directory"])
    text = subprocess.run([objdump, "-d", out], check=True, capture_output=True, text=True).stdout
    counts, name = {}, ""
    for line in text.splitlines():
        if line.endswith(">:"):
            name = line.split("<")[1]
        elif re.match(r"\s+[0-9a-f]+:\t", line) and not re.search(r"\tnop|\.word|\tdata16|\txchg   %ax,%ax", line):
            counts[name] = counts.get(name, 0) + 1
    return counts


def more(counts, base):
    """Functions that have more instructions than without hooks. What is only there with them counts, too."""
    return [name for name in counts if counts[name] > base.get(name, 0)]


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        entries = json.load(f)
    source, objdump = os.path.realpath(sys.argv[2]), sys.argv[3]
    chosen = {}
    for entry in entries:
        place = os.path.relpath(entry["file"], source)
        if place.split(os.sep)[0] in FOLDERS[:2] and place.endswith(".c"):
            chosen.setdefault(place, entry)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        lost = make_trees(source, folder)

        def compare(place):
            counts = [instructions(chosen[place], source, os.path.join(folder, name), objdump)
                      for name in ("with", "without")]
            return place, more(*counts)

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for place, names in pool.map(compare, sorted(chosen)):
                for name in names:
                    print("FAIL: %s: hooks cost instructions in %s though no recorder is built in" % (place, name))
                wrong += len(names)
    print("amount: %d hooks in %d files" % (lost, len(chosen)))
    return 1 if wrong != 0 or lost < 50 or len(chosen) < 20 else 0


sys.exit(main())
