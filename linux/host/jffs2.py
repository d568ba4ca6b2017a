"""./takt linux check-jffs2: what Linux's own JFFS2 says to an image.

The image is put into flash that Linux simulates, in a guest with Debian's kernel, mounted and listed; a script may change
what is mounted, and the changed flash comes back. It is Linux's code that judges: nothing here reads a node, but for the
size of the erase blocks, which an image does not say.
"""
import argparse
import math
import os
import re
import stat
import struct
import subprocess
import zlib
from pathlib import Path

from .guest import Guest
from .initramfs import Initramfs
from .kernel import Kernel
from .report import Failure, say

WAYS = {"mtdram": "NOR flash in memory", "block2mtd": "a file as flash", "nandsim": "32 MiB of NAND flash"}
BASE = ["virtio_pci", "virtio_blk", "loop", "mtd", "mtdblock", "jffs2"]
FEWEST_BLOCKS = 5  # Linux keeps so many to collect garbage into, and does not mount with fewer
NAND_BLOCKS = 2048
USUAL_BLOCK, LARGEST_BLOCK = 64 << 10, 1 << 20  # what is taken where an image of one block does not tell
MOST = 256 << 20
GUEST_MEMORY_MIB = 1024
SECONDS = 85


class Image:
    """One image in one kind of flash."""

    def __init__(self, path, way, erase_kib, size_kib):
        self.path, self.way = path, way
        try:
            self.data = path.read_bytes()
        except OSError as error:
            raise Failure(f"{path}: {error.strerror}") from error
        if not self.data:
            raise Failure(f"{path} is empty")
        if len(self.data) > MOST:
            raise Failure(f"{path} has {len(self.data) >> 20} MiB; the guest has room for {MOST >> 20}")
        self.erase_kib = 16 if way == "nandsim" else erase_kib or found_erase_kib(self)
        self.blocks = max(FEWEST_BLOCKS, -(-max(len(self.data), size_kib * 1024) // self.erase_size()))
        if way == "nandsim":
            if self.blocks > NAND_BLOCKS:
                raise Failure(f"{path} has more than the 32 MiB of nandsim's chip")
            self.blocks = NAND_BLOCKS
        self.lines, self.after, self.kernel, self.said = [], [], [], []
        self.mounted = self.changed = self.back = None
        self.ended = False

    def erase_size(self):
        return self.erase_kib * 1024

    def padded_size(self):
        return self.blocks * self.erase_size()

    def padded(self):
        """Whole erase blocks; NAND is erased already, and a page of it is not written twice."""
        end = -(-len(self.data) // self.erase_size()) * self.erase_size()
        return self.data.ljust(end if self.way == "nandsim" else self.padded_size(), b"\xff")


def clean_markers(data):
    """Where an erase block may begin: with a clean marker (magic 0x1985, type 0x2003, length 12). NAND has none."""
    for order in "<>":
        marker = struct.pack(order + "HHI", 0x1985, 0x2003, 12)
        place = data.find(marker)
        while place >= 0:
            if place % 4096 == 0:
                yield place
            place = data.find(marker, place + 4)


def ways_of(path):
    """Flash that an image fits: NOR, or NAND if there is no clean marker in it."""
    try:
        nor = any(True for _ in clean_markers(path.read_bytes()))
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    return ["mtdram", "block2mtd"] if nor else ["nandsim"]


def found_erase_kib(image):
    """The size of its erase blocks: what divides all places of clean markers. An image with less than a second block is
    as large as the block or, if it is not padded, fits each that has room for it."""
    size = 0
    for place in clean_markers(image.data):
        size = math.gcd(size, place)
    if not size and image.data[:2] in (b"\x85\x19", b"\x19\x85") and len(image.data) <= LARGEST_BLOCK:
        size = 1 << (len(image.data) - 1).bit_length()
        size = size if size == len(image.data) else max(size, USUAL_BLOCK)
    if size < 4096 or size % 1024:
        raise Failure(f"{image.path}: cannot see how large its erase blocks are; say --erase KIB, as mkfs.jffs2 was told.")
    return size // 1024


def parse(words):
    parser = argparse.ArgumentParser(
        prog="./takt linux check-jffs2", description="Mount JFFS2 images with Linux, in a guest, and list them.",
        epilog="Status 0: every image was mounted, everything in it could be read, and nothing differs.")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--way", choices=[*WAYS, "all"], default="mtdram", help="the flash (mtdram); all: each that fits the image")
    parser.add_argument("--erase", type=int, metavar="KIB", help="size of an erase block (found by the clean markers)")
    parser.add_argument("--size", type=int, default=0, metavar="KIB", help="size of the flash (the image's)")
    parser.add_argument("--tree", type=Path, metavar="FOLDER", help="compare with the files of a folder")
    parser.add_argument("--list", type=Path, metavar="FOLDER", help="write the listings there, NAME.WAY.list")
    parser.add_argument("--change", type=Path, metavar="SCRIPT", help="run it in the guest, in the mounted root")
    parser.add_argument("--back", type=Path, metavar="FOLDER", help="write changed images there, NAME.WAY")
    parser.add_argument("--strict", action="store_true", help="fail if the kernel says a word about an image")
    options = parser.parse_args(words)
    if options.erase is not None and (options.erase < 4 or options.erase > 16384):
        raise Failure(f"--erase {options.erase}: from 4 to 16384 KiB")
    if not 0 <= options.size <= MOST >> 10:
        raise Failure(f"--size {options.size}: at most {MOST >> 10} KiB")
    if options.tree and not options.tree.is_dir():
        raise Failure(f"--tree {options.tree}: there is no such folder")
    if options.change and not options.change.is_file():
        raise Failure(f"--change {options.change}: there is no such file")
    if options.back and not options.change:
        raise Failure("--back gives back what --change changed; say both")
    return options


def first_files(build, kernel, images, change):
    files = Initramfs()
    files.program("bin/busybox", kernel.packages.folder("busybox-static") / "bin/busybox")
    files.program("bin/list", static_program(build, "list"))
    files.program("init", Path(__file__).parent.parent / "guest/jffs2.sh")
    files.link("bin/sh", "busybox")
    order = kernel.load_order(BASE + list(WAYS))
    for file in order:
        files.file(f"modules/{file.name}", file.read_bytes())
    files.file("modules/order", "".join(f"{file.name}\n" for file in order if file.stem not in WAYS).encode())
    files.file("images/disks", "".join(f"{disk_letter(number)}\n" for number in range(len(images))).encode())
    for number, image in enumerate(images):
        here = f"images/{number}"
        files.file(f"{here}/image", image.padded())
        for name, value in (("way", image.way), ("erase", image.erase_kib), ("count", image.blocks)):
            files.file(f"{here}/{name}", f"{value}\n".encode())
        if change:
            files.file(f"{here}/change", change.read_bytes())
    return files.bytes()


def disk_letter(number):
    return chr(ord("a") + number)


def static_program(build, name):
    """A program of linux/guest/, without shared libraries, so that a guest needs no others."""
    source = Path(__file__).parent.parent / "guest" / f"{name}.c"
    target = build / "guest" / name
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        target.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O2", "-Wall", "-Wextra", "-static", "-o", target,
                               source], text=True, capture_output=True, check=False)
        if done.returncode:
            raise Failure(f"{source.name} cannot be built: {done.stderr.strip()}")
    return target


def run_guest(build, images, change):
    kernel = Kernel(build.packages)
    guest = Guest(build.folder / "jffs2", "jffs2", "qemu-system-x86_64")
    initrd = guest.folder / "initrd.gz"
    initrd.write_bytes(first_files(build.folder, kernel, images, change))
    room = sum(image.padded_size() for image in images) >> 20
    guest.option("-M", "q35", "-accel", "tcg", "-cpu", "qemu64", "-smp", 1, "-nodefaults",
                 "-m", GUEST_MEMORY_MIB + 3 * room, "-kernel", kernel.vmlinux(), "-initrd", initrd,
                 "-append", "console=ttyS0 quiet rdinit=/init panic=-1")
    for number, image in enumerate(images if change else []):
        disk = guest.folder / f"disk{number}"
        with open(disk, "wb") as file:
            file.truncate(image.padded_size())
        guest.option("-drive", f"if=none,id=d{number},format=raw,file={disk}", "-device", f"virtio-blk-pci,drive=d{number}")
    say(f"== {kernel.version()} looks at {len(images)} image{'s' * (len(images) > 1)}")
    read_answer(guest.run(SECONDS + 20 * len(images)), images)


def read_answer(text, images):
    current = None
    for line in text.split("\n"):
        word, _, rest = line.partition(" ")
        if word == "IMAGE" and rest.isdigit():
            current = images[int(rest)]
        elif current is not None:
            take_word(current, word, rest)
    for image in images:
        if not image.ended:
            raise Failure(f"the guest ended before it was through with {image.path}; its console: "
                          "build/linux/jffs2/jffs2.console")


def take_word(image, word, rest):
    if word == "MOUNTED":
        image.mounted = rest
    elif word == "CHANGED":
        image.changed = int(rest)
    elif word == "BACK":
        image.back = int(rest)
    elif word == "END":
        image.ended = True
    else:
        {"LIST": image.lines, "AFTER": image.after, "KERNEL": image.kernel, "SAID": image.said}.get(word, []).append(rest)


# A tree of this machine, in the words of linux/guest/list.c.


def escaped(name):
    return "".join(f"\\x{byte:02x}" if byte <= 0x20 or byte in (0x7f, 0x5c) else bytes([byte]).decode("latin-1")
                   for byte in os.fsencode(name)).encode("latin-1").decode(errors="replace")


def tree_lines(folder):
    lines = []

    def walk(path, below):
        for name in sorted(os.listdir(path), key=os.fsencode):
            status = os.lstat(os.path.join(path, name))
            lines.append(tree_line(os.path.join(path, name), below + escaped(name), status))
            if stat.S_ISDIR(status.st_mode):
                walk(os.path.join(path, name), below + escaped(name) + "/")

    walk(folder, "")
    return lines


def tree_line(path, name, status):
    mode, device, size, check = status.st_mode, "-", str(status.st_size), "-"
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        device = f"{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"
    elif stat.S_ISREG(mode):
        check = f"{zlib.crc32(Path(path).read_bytes()):08x}"
    elif stat.S_ISLNK(mode):
        check = f"{zlib.crc32(os.fsencode(os.readlink(path))):08x}"
        name += " -> " + escaped(os.readlink(path))
    elif stat.S_ISDIR(mode):
        size = "-"
    return (f"{mode:06o} {status.st_uid} {status.st_gid} {status.st_nlink} {device} {size} {int(status.st_mtime)} "
            f"{int(status.st_ctime)} {int(status.st_atime)} {check} {name}")


def comparable(line):
    """Without what another file system need not keep: the times of the inode's change and of the last reading, and the
    links of a folder."""
    mode, uid, gid, links, device, size, mtime, _, _, check, name = line.split(" ", 10)
    return name, (mode, uid, gid, "-" if mode.startswith("04") else links, device, size, mtime, check)


def differences(wanted, found):
    """Lines that say what differs, by path."""
    wanted, found = dict(map(comparable, wanted)), dict(map(comparable, found))
    words = ("mode", "uid", "gid", "links", "device", "size", "mtime", "checksum")
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            yield f"missing: {name}"
        elif name not in wanted:
            yield f"not in the folder: {name}"
        elif wanted[name] != found[name]:
            differing = (f"{word} {b} instead of {a}" for word, a, b in zip(words, wanted[name], found[name]) if a != b)
            yield f"{name}: {', '.join(differing)}"


# What is told.


def judge(image, options, wanted):
    """Print what Linux said to one image; whether all is well."""
    title = f"{image.path} in {image.way} (erase blocks of {image.erase_kib} KiB)"
    if image.mounted is None:
        print(f"{title}: Linux does not mount it")
        show("Linux", image.kernel)
        return False
    summary = re.match(r"entries (\d+) unreadable (\d+)$", image.lines.pop() if image.lines else "")
    if not summary:
        raise Failure(f"{title}: the listing has no end; the guest's console is build/linux/jffs2/jffs2.console")
    if image.after:
        image.after.pop()
    total, used = image.mounted.split()
    print(f"{title}: mounted, {summary[1]} entries, {used} of {total} KiB used")
    good = summary[2] == "0"
    show("unreadable", [line.removeprefix("unreadable ") for line in image.lines if line.startswith("unreadable ")])
    show("Linux", image.kernel)
    good = good and not (options.strict and image.kernel)
    if wanted is not None:
        readable = [line for line in image.lines if not line.startswith("unreadable ")]
        differing = list(differences(wanted, readable))
        show("differs", differing)
        good = good and not differing
        print(f"  {options.tree}: {'the same' if not differing else f'{len(differing)} differences'}")
    return good and judge_change(image, options)


def judge_change(image, options):
    if not options.change:
        return True
    show(options.change.name, image.said)
    if image.changed or image.back is None:
        print(f"  {options.change} ended with status {image.changed}")
        return False
    print(f"  changed: {len(image.after)} entries afterwards")
    return True


def show(who, lines):
    for line in lines[:10]:
        print(f"  {who}: {line}")
    if len(lines) > 10:
        print(f"  {who}: and {len(lines) - 10} lines more")


def write_files(build, images, options):
    for number, image in enumerate(images):
        name = f"{image.path.name}.{image.way}"
        if options.list:
            options.list.mkdir(parents=True, exist_ok=True)
            (options.list / f"{name}.list").write_text("".join(f"{line}\n" for line in image.lines))
            if options.change:
                (options.list / f"{name}.changed.list").write_text("".join(f"{line}\n" for line in image.after))
        elif not options.tree and image.lines:
            print(f"\n{image.path} in {image.way}:\nmode uid gid links device size mtime ctime atime checksum path")
            print("\n".join(image.lines))
        disk = build.folder / "jffs2" / f"disk{number}"
        if options.back and image.back:
            options.back.mkdir(parents=True, exist_ok=True)
            disk.replace(options.back / name)
        disk.unlink(missing_ok=True)


def check_jffs2(build, words):
    options = parse(words)
    images = [Image(path, way, options.erase, options.size) for path in options.images
              for way in (ways_of(path) if options.way == "all" else [options.way])]
    if len(images) > 20:
        raise Failure(f"{len(images)} images are too many for one guest; 20 at most")
    run_guest(build, images, options.change)
    wanted = tree_lines(options.tree) if options.tree else None
    results = [judge(image, options, wanted) for image in images]
    write_files(build, images, options)
    return 0 if all(results) else 1
