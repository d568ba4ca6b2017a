#!/usr/bin/env python3
"""Choices for a configuration, as TAKT_SET takes them: choices.py KCONFIG none|tiny|all|SEED.

none: everything is left out that can be; tiny: all but semaphores, and the kernel lock is the mask; all: everything is
there; a number: each choice is made by chance, the same
number making the same ones. What depends on a choice is chosen after it, so every configuration is one that Kconfig
allows.
"""
import os
import random
import sys

import kconfiglib

# Numbers whose bounds bring other code about; others keep their defaults.
NUMBERS = {"TAKT_LEVELS": ["8", "32", "33", "256"], "TAKT_CORES": ["1", "2", "3"]}
TINY = {"TAKT_SEM": "y", "TAKT_LOCK_MASK": "y", "TAKT_LEVELS": "8", "TAKT_CORES": "1"}
# The boards' own choices are not what is tried.
OTHERS = ("TAKT_CORTEXM", "TAKT_MPS2", "TAKT_MEMORY_TEST_ROUNDS")


def main():
    os.environ["srctree"] = os.path.dirname(os.path.abspath(sys.argv[1]))  # where "source" looks
    kconf = kconfiglib.Kconfig(sys.argv[1], warn=False)
    chance = random.Random(int(sys.argv[2])) if sys.argv[2].isdigit() else None
    chosen = {}
    for symbol in kconf.unique_defined_syms:
        if not symbol.visibility or symbol.name.startswith(OTHERS):
            continue
        if sys.argv[2] == "tiny" and symbol.name in TINY:
            value = TINY[symbol.name]
        elif symbol.type == kconfiglib.BOOL:
            value = "y" if chance and chance.random() < 0.75 else "n" if chance else "y" if sys.argv[2] == "all" else "n"
        elif chance and symbol.name in NUMBERS:
            value = chance.choice(NUMBERS[symbol.name])
        else:
            continue
        symbol.set_value(value)
        chosen[symbol.name] = value
    print(";".join(f"CONFIG_{name}={value}" for name, value in chosen.items()))


if __name__ == "__main__":
    main()
