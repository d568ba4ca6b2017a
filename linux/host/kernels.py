"""Kernels for the board versatilepb from Debian's linux-source: what there is, how each is configured, and its build.

A kernel that was built is kept with a stamp of what went into it: options, source, compiler. While the stamp is right it
is not built again, and a remark in a fragment leaves it right; a build that was interrupted goes on where it was.
"""
import hashlib
import os
import re
import shutil
import subprocess
import time

from .report import Failure, say

CROSS = "arm-linux-gnueabi-"
FIXED = {"ARCH": "arm", "CROSS_COMPILE": CROSS, "KBUILD_BUILD_TIMESTAMP": "2020-01-01", "KBUILD_BUILD_USER": "takt",
         "KBUILD_BUILD_HOST": "takt", "KBUILD_BUILD_VERSION": "1"}  # the same bytes from the same source


class Recipe:
    """base: general (versatile_defconfig) or light (allnoconfig); fragments of linux/config on top; seconds: to build on
    two free processors."""

    def __init__(self, base, fragments, seconds, text):
        self.base, self.fragments, self.seconds, self.text = base, fragments, seconds, text


LIGHT = ["light"]
RECIPES = {
    "general": Recipe("general", [], 480, "versatile_defconfig as it is"),
    "paper": Recipe("general", ["paper"], 480, "the general one with the paper's recipe: no printk, AIO, POSIX timers; -Os"),
    "light": Recipe("light", LIGHT, 90, "what linux/config/light.config names, and nothing else"),
    "light-o2": Recipe("light", [*LIGHT, "lever/o2"], 90, "light, compiled with -O2"),
    "light-printk": Recipe("light", [*LIGHT, "lever/printk"], 90, "light, with printk"),
    "light-ptys": Recipe("light", [*LIGHT, "lever/ptys"], 90, "light, with pseudo terminals"),
    "light-posix-timers": Recipe("light", [*LIGHT, "lever/posix-timers"], 90, "light, with POSIX timers"),
    "light-bug": Recipe("light", [*LIGHT, "lever/bug"], 90, "light, with BUG()"),
    "light-aio": Recipe("light", [*LIGHT, "lever/aio"], 90, "light, with asynchronous I/O"),
    "light-xattr": Recipe("light", [*LIGHT, "lever/xattr"], 90, "light, with extended attributes of JFFS2"),
}


class Kernels:
    def __init__(self, build):
        self.build = build
        self.config = build.root / "linux/config"
        self.package = build.packages.depends("linux-source", r"linux-source-\d\S*")

    def source(self):
        """The unpacked source, 1.5 GB. It is unpacked beside and renamed, so what is there is whole."""
        target = self.build.folder / "source" / self.package
        if not target.exists():
            archive = self.build.packages.folder(self.package) / f"usr/src/{self.package}.tar.xz"
            say(f"== unpacking {self.package}")
            partial = target.with_name("partial")
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            subprocess.run(["tar", "-xf", archive, "-C", partial], check=True)
            (partial / self.package).rename(target)
        return target

    def version(self):
        return f"{self.package} {self.build.packages.version(self.package)}"

    def folder(self, name):
        return self.build.folder / "kernel" / name

    def fragments(self, name):
        """The lines of a kernel's fragments, the later ones winning."""
        return "".join((self.config / f"{fragment}.config").read_text() for fragment in RECIPES[name].fragments)

    def _stamp(self, name):
        compiler = subprocess.run([CROSS + "gcc", "--version"], text=True, capture_output=True, check=True).stdout
        options = repr(sorted(options_of(self.fragments(name)).items()))
        text = "\n".join([RECIPES[name].base, options, self.version(), compiler, repr(sorted(FIXED.items()))])
        return hashlib.sha256(text.encode()).hexdigest()

    def built(self, name):
        stamp = self.folder(name) / "stamp"
        return stamp.exists() and stamp.read_text() == self._stamp(name)

    def configure(self, name, folder=None):
        """Write .config; an option that did not take effect is an error: what a figure is of would not be what it says."""
        folder = folder or self.folder(name)
        folder.mkdir(parents=True, exist_ok=True)
        wanted = folder / "wanted.config"
        wanted.write_text(self.fragments(name))
        if RECIPES[name].base == "light":
            self.make(folder, f"KCONFIG_ALLCONFIG={wanted}", "allnoconfig")
        else:
            self.make(folder, "versatile_defconfig")
            with open(folder / ".config", "a", encoding="utf-8") as file:
                file.write(self.fragments(name))
            self.make(folder, "olddefconfig")
        wrong = without_effect(self.fragments(name), (folder / ".config").read_text())
        if wrong:
            raise Failure(f"kernel {name}: these lines of linux/config have no effect: {', '.join(wrong)}")

    def make(self, folder, *words):
        log = folder / "build.log"
        with open(log, "a", encoding="utf-8") as out:
            done = subprocess.run(["make", "-C", self.source(), f"O={folder}", *words], stdout=out, check=False,
                                  stderr=subprocess.STDOUT, env={**os.environ, **FIXED})
        if done.returncode:
            last = "\n".join(log.read_text().strip().splitlines()[-8:])
            raise Failure(f"make {' '.join(map(str, words))} failed:\n{last}\nAll of it: {log}")

    def ensure(self, name):
        if self.built(name):
            return
        began = time.monotonic()
        jobs = os.environ.get("TAKT_JOBS") or str(os.cpu_count() or 2)
        self.configure(name)
        self.make(self.folder(name), f"-j{jobs}", "zImage", "versatile-pb.dtb")
        (self.folder(name) / "stamp").write_text(self._stamp(name))
        say(f"   built in {time.monotonic() - began:.0f} s")

    def image(self, name, form):
        return self.folder(name) / "arch/arm/boot" / {"zImage": "zImage", "raw": "Image"}[form]

    def tree(self, name):
        return self.folder(name) / "arch/arm/boot/dts/versatile-pb.dtb"

    def sizes(self, name):
        """Bytes of the images, and of the memory that is given back after start (from the linker's map: a kernel without
        printk does not say it)."""
        symbols = dict(line.split()[::-2] for line in (self.folder(name) / "System.map").read_text().splitlines()
                       if line.endswith((" __init_begin", " __init_end")))
        freed = int(symbols["__init_end"], 16) - int(symbols["__init_begin"], 16)
        return {"zImage": self.image(name, "zImage").stat().st_size, "raw": self.image(name, "raw").stat().st_size,
                "freed": freed}


def options_of(fragments):
    """option: its line. Of an option named twice the last line counts."""
    found = (re.match(r"(?:# )?(CONFIG_\w+)(?:=| is not set)", line) for line in fragments.splitlines())
    return {match[1]: match.string for match in found if match}


def without_effect(fragments, config):
    """Lines of fragments that the resulting configuration does not have."""
    lines = set(config.splitlines())
    return [line for option, line in options_of(fragments).items()
            if line not in lines and not (line.endswith(" is not set") and not re.search(rf"^{option}=", config, re.M))]
