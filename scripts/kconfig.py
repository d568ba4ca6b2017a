#!/usr/bin/env python3
"""Kconfig to a C header and a CMake file.

Choices come from the build directory's .config, then from files, then from the command line; the last one wins.
Kconfig itself would drop what it does not know or cannot take with a warning at most; here it is an error that
says what is wrong and where to look.

Booleans are always defined, as 0 or 1: `#if CONFIG_X` and `if (CONFIG_X)` both work, and -Wundef finds misspelt
names.
"""
import argparse
import os
import re
import sys
import zlib

import kconfiglib

HINT = "./takt menuconfig shows every choice, with its range and what it means."


def fail(message):
    sys.exit(f"{message}\n{HINT}")


def expected(symbol):
    """What a symbol takes, in words."""
    if symbol.orig_type == kconfiglib.BOOL:
        return "y or n"
    for low, high, condition in symbol.ranges:
        if kconfiglib.expr_value(condition):
            return f"a number from {low.str_value} to {high.str_value}"
    return "a number" if symbol.orig_type in (kconfiglib.INT, kconfiglib.HEX) else "a text"


def choose(kconf, text, where):
    """Apply one CONFIG_X=Y."""
    match = re.fullmatch(r"(?:CONFIG_)?(\w+)=(.*)", text.strip())
    if not match:
        fail(f"{where}: '{text}' is not of the form CONFIG_X=Y.")
    name, value = match.group(1), match.group(2).strip('"')
    symbol = kconf.syms.get(name)
    if symbol is None or not symbol.nodes:
        fail(f"{where}: there is no symbol CONFIG_{name}.")
    value = {"1": "y", "0": "n"}.get(value, value) if symbol.orig_type == kconfiglib.BOOL else value
    if not symbol.set_value(value):
        fail(f"{where}: CONFIG_{name} is {expected(symbol)}, not '{value}'.")
    return symbol, value, where


def settle(chosen):
    """Whether every choice holds once all are made: ranges and dependencies can forbid one."""
    for symbol, value, where in {entry[0]: entry for entry in chosen}.values():
        got = symbol.str_value
        same = int(got, 0) == int(value, 0) if symbol.orig_type == kconfiglib.INT and got else got == value
        if same:
            continue
        if symbol.visibility == 0:
            needs = kconfiglib.expr_str(symbol.direct_dep)
            fail(f"{where}: CONFIG_{symbol.name}={value} needs {needs}.")
        fail(f"{where}: CONFIG_{symbol.name} is {expected(symbol)}, not '{value}'.")


def lines_of(path):
    """The choices of a .config or .defconfig, each with its place."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.strip()
            unset = re.fullmatch(r"# (CONFIG_\w+) is not set", line)
            if unset:
                line = f"{unset.group(1)}=n"
            if line and not line.startswith("#"):
                yield line, f"{path}:{number}"


def c_value(symbol):
    if symbol.orig_type == kconfiglib.BOOL:
        return "1" if symbol.str_value == "y" else "0"
    if symbol.orig_type == kconfiglib.STRING:
        return '"' + kconfiglib.escape(symbol.str_value) + '"'
    return symbol.str_value or "0"  # a number of a part that is left out


def differences(kconf):
    """What differs from the defaults, as --set would take it; a result prints it beside its figures."""
    fresh = kconfiglib.Kconfig(kconf.filename, warn=False)
    return " ".join(f"CONFIG_{symbol.name}={symbol.str_value}" for symbol in kconf.unique_defined_syms
                    if symbol.user_value is not None and symbol.str_value != fresh.syms[symbol.name].str_value)


def digest(kconf):
    """Tells configurations apart: a recording names the one that it was made with."""
    values = "".join(f"{symbol.name}={symbol.str_value};" for symbol in kconf.unique_defined_syms)
    return zlib.crc32(values.encode())


def header(kconf, options):
    text = ["/* Made from Kconfig by scripts/kconfig.py; change it with ./takt menuconfig. */",
            "#ifndef TAKT_CONFIG_H", "#define TAKT_CONFIG_H", ""]
    text += [f"#define CONFIG_{symbol.name} {c_value(symbol)}" for symbol in kconf.unique_defined_syms]
    text += ["", "#define TAKT_NAME_MAX CONFIG_TAKT_NAME_MAX", "",
             f'#define TAKT_VERSION "{options.version}"', f'#define TAKT_BOARD "{options.board}"',
             f"#define TAKT_CONFIGURATION_HASH 0x{digest(kconf):08x}u",
             "/* what differs from the defaults of Kconfig */",
             f'#define TAKT_CONFIGURATION "{differences(kconf)}"', "", "#endif", ""]
    return "\n".join(text)


def cmake(kconf):
    return "".join(f"set(CONFIG_{symbol.name} {c_value(symbol)})\n" for symbol in kconf.unique_defined_syms)


def write(path, text):
    """Write only what changed, so that nothing is built again without need."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("kconfig", "base", "header", "cmake", "version", "board"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--files", nargs="*", default=[])
    parser.add_argument("--set", nargs="*", default=[])
    options = parser.parse_args()

    os.environ.setdefault("CONFIG_", "CONFIG_")
    os.environ["srctree"] = os.path.dirname(os.path.abspath(options.kconfig))  # where "source" looks
    kconf = kconfiglib.Kconfig(options.kconfig, warn_to_stderr=False)
    chosen = []
    for path in [options.base] * os.path.exists(options.base) + options.files:
        if not os.path.exists(path):
            fail(f"{path}: no such file of choices.")
        chosen += [choose(kconf, line, where) for line, where in lines_of(path)]
    chosen += [choose(kconf, text, "--set") for text in options.set if text]
    settle(chosen)
    write(options.header, header(kconf, options))
    write(options.cmake, cmake(kconf))


if __name__ == "__main__":
    main()
