"""Modules for a Debian kernel, built with its headers, which are unpacked and not installed."""
import re
import shutil
import subprocess

from .report import Failure, say


def header_packages(kernel):
    flavour = "-rt" if "-rt-" in kernel.release else ""
    version = re.match(r"([\d.]+-\d+)", kernel.release)[1]
    series = re.match(r"\d+\.\d+", kernel.release)[0]
    return f"linux-headers-{kernel.release}", f"linux-headers-{version}-common{flavour}", f"linux-kbuild-{series}"


def header_tree(build, kernel):
    """One tree of the three packages. The Makefile of the first names the second by the place where it would be
    installed, so that name is changed."""
    own, common, kbuild = header_packages(kernel)
    tree = build.folder / "headers" / kernel.release
    if not (tree / "whole").exists():
        build.packages.fetch([own, common, kbuild])
        shutil.rmtree(tree, ignore_errors=True)
        for package in (own, common, kbuild):
            shutil.copytree(build.packages.folder(package), tree, symlinks=True, dirs_exist_ok=True)
        makefile = tree / "usr/src" / own / "Makefile"
        makefile.write_text(makefile.read_text().replace("/usr/src/", f"{tree}/usr/src/"))
        (tree / "whole").touch()
    return tree / "usr/src" / own


def module(build, kernel):
    """pirq.ko for a kernel."""
    source = build.root / "linux/pirq"
    folder = build.folder / "pirq" / kernel.release
    target = folder / "pirq.ko"
    files = [source / name for name in ("pirq.c", "pirq.h", "Makefile")]
    if target.exists() and all(file.stat().st_mtime <= target.stat().st_mtime for file in files):
        return target
    say(f"== building pirq.ko for {kernel.release}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in files:
        shutil.copy(file, folder)
    done = subprocess.run(["make", "-C", folder, f"KERNEL={header_tree(build, kernel)}", "CC=gcc"], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise Failure(f"pirq.ko cannot be built for {kernel.release}:\n{done.stderr.strip()}")
    return target
