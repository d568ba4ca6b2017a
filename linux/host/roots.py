"""Root file systems for the board: trees, and JFFS2 images of them.

The general root is what a device carries around: busybox, a start script, and 400 files of 11 MB that the start does
not need. Split by symbolic links, only what the start needs is in the basic root; the rest is mounted when it has begun.
"""
import hashlib
import random
import shutil
import struct
import subprocess
from pathlib import Path

from .report import Failure

ERASE = "256KiB"
DEVICES = "".join(f"/dev/{name} c 600 0 0 {major} {minor} 0 0 -\n"  # a general kernel does not fill /dev itself
                  for name, major, minor in (("console", 5, 1), ("mem", 1, 1), ("null", 1, 3)))
PICTURE = (418, 430)  # pixels: 540 KB, the paper's picture had 526 KB
EDGE = ("picture.h", "bmp.c", "sobel.c")  # of apps/edge
CROSS = "arm-linux-gnueabi-"


class Roots:
    def __init__(self, build):
        self.build = build
        self.folder = build.folder / "roots"
        self.sources = build.root / "linux/light"

    def image(self, split, summary, compressed, shared):
        """(basic root, extended root or None) as image files."""
        kind = "-".join(word for word, on in (("split", split), ("summary", summary), ("zlib", compressed),
                                              ("shared", shared)) if on) or "plain"
        target = self.folder / kind
        stamp = target / "stamp"
        if not stamp.exists() or stamp.read_text() != self._stamp():
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir(parents=True)
            self._make(target, split, summary, compressed, shared)
            stamp.write_text(self._stamp())
        return target / "root.jffs2", target / "extended.jffs2" if split else None

    def has_edge(self):
        """Takt's experiment is a folder that may be left out; then there is no application to measure."""
        return (self.build.root / "apps/edge/picture.h").exists()

    def sizes(self, **kind):
        basic, extended = self.image(**kind)
        return basic.stat().st_size, extended.stat().st_size if extended else None

    def _stamp(self):
        """Of all that an image is made of."""
        edge = self.build.root / "apps/edge"
        files = [Path(__file__), *sorted(self.sources.iterdir())]
        files += [edge / name for name in EDGE] if self.has_edge() else []
        return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()

    def _make(self, target, split, summary, compressed, shared):
        basic, extended = target / "basic", target / "extended"
        self._basic(basic, shared)
        self._rest(extended if split else basic)
        if split:
            for name in ("data", "usr"):
                (basic / name).symlink_to(f"extended/{name}")
        make_image(basic, target / "root.jffs2", summary, compressed)
        if split:
            make_image(extended, target / "extended.jffs2", summary, compressed)

    def _basic(self, root, shared):
        for name in ("bin", "sbin", "etc/init.d", "proc", "sys", "dev", "tmp", "extended"):
            (root / name).mkdir(parents=True)
        package = "busybox:armel" if shared else "busybox-static:armel"
        shutil.copy(self.build.packages.folder(package) / "bin/busybox", root / "bin/busybox")
        for name in ("sh", "mount"):
            (root / "bin" / name).symlink_to("busybox")
        (root / "sbin/init").symlink_to("../bin/busybox")
        (root / "etc/inittab").write_text("::sysinit:/etc/init.d/rcS\n")
        shutil.copy(self.sources / "rcS", root / "etc/init.d/rcS")
        (root / "etc/init.d/rcS").chmod(0o755)
        programs = [self.program(root / "bin/mark", shared, "mark.c")]
        if self.has_edge():
            programs.append(self.program(root / "bin/edge", shared, "edge.c",
                                         *(f"../../apps/edge/{name}" for name in EDGE if name.endswith(".c"))))
        if shared:
            self._libraries(root, [root / "bin/busybox", *programs])

    def program(self, target, shared, *sources):
        command = [CROSS + "gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-s", f"-I{self.build.root}/apps", "-o", target,
                   *(self.sources / source for source in sources), *([] if shared else ["-static"])]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        if done.returncode:
            raise Failure(f"{sources[0]} cannot be built for the board:\n{done.stderr.strip()}")
        return target

    def _libraries(self, root, programs):
        """The closure of what programs are linked with, as ldd would say it, and no library more."""
        libc = self.build.packages.folder("libc6:armel") / "lib/arm-linux-gnueabi"
        wanted, have = list(programs), set()
        while wanted:
            for name in needed(wanted.pop()):
                if name not in have:
                    have.add(name)
                    (root / "lib").mkdir(exist_ok=True)
                    shutil.copy(libc / name, root / "lib" / name)
                    wanted.append(root / "lib" / name)

    @staticmethod
    def _rest(root):
        """400 files, two thirds text and one third bytes without pattern, and the picture. The same every time."""
        chance = random.Random(4)
        words = [bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz", k=chance.randrange(2, 10))) for _ in range(500)]
        for number in range(400):
            folder = root / f"usr/share/{number % 20}"
            folder.mkdir(parents=True, exist_ok=True)
            size = chance.randrange(2000, 53000)
            text = b" ".join(chance.choices(words, k=size // 6))
            (folder / f"{number}").write_bytes(chance.randbytes(size) if number % 3 == 0 else text[:size])
        (root / "data").mkdir()
        (root / "data/picture.bmp").write_bytes(picture(*PICTURE))


def needed(program):
    """Libraries that a program names, and the interpreter."""
    done = subprocess.run([CROSS + "readelf", "-ld", program], text=True, capture_output=True, check=True)
    for line in done.stdout.splitlines():
        if "(NEEDED)" in line:
            yield line.split("[")[1].split("]")[0]
        elif "program interpreter:" in line:
            yield line.split("/")[-1].split("]")[0]


def picture(width, height):
    """A BMP of 24 bits with circles, bars and noise, so that there are edges."""
    chance = random.Random(1)
    stride = (3 * width + 3) // 4 * 4
    pixels = bytearray()
    for y in range(height):
        line = bytearray()
        for x in range(width):
            circle = ((x - 200) ** 2 + (y - 200) ** 2) // 3000 % 2
            line += bytes((120 * circle, 90 * (x // 40 % 2) + chance.randrange(20), y * 255 // height))
        pixels += line.ljust(stride, b"\0")
    head = struct.pack("<2sIHHI", b"BM", 54 + len(pixels), 0, 0, 54)
    return head + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(pixels), 2835, 2835, 0, 0) + pixels


def make_image(tree, target, summary, compressed):
    plain, table = target.with_suffix(".plain"), target.with_suffix(".devices")
    table.write_text(DEVICES)
    devices = ["-D", table] if (tree / "dev").exists() else []
    run("mkfs.jffs2", "-l", "-U", "-e", ERASE, "-p", "-d", tree, "-o", plain, *devices, *([] if compressed else ["-m", "none"]))
    if summary:
        run("sumtool", "-l", "-e", ERASE, "-p", "-i", plain, "-o", target)
        plain.unlink()
    else:
        plain.rename(target)


def run(*command):
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Failure(f"{command[0]} failed: {done.stderr.strip()}")
