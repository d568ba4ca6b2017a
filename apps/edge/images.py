#!/usr/bin/env python3
"""The flash images of ./takt run edge: images.py FOLDER [PICTURE [IMAGE]].

A root as a small device has it: programs, settings, libraries, and the picture below /home. Whole, and split as paper 4
does: a basic root with what is needed at start, and an extended one that symbolic links lead to. Made by mkfs.jffs2 with
nodes of 4 and 64 KiB, and by sumtool with summaries. Blocks that hold nothing have their marker, as a flash that was
erased in order.

Without a PICTURE, one is drawn that has 526 KB, as the paper's. IMAGE (whole-4096) makes that one alone, and the one with
its summary.
"""
import math
import os
import random
import shutil
import struct
import subprocess
import sys

WIDTH, HEIGHT = 498, 360  # 54 + 1,496 * 360 = 538,614 bytes: 526 KB
BLOCK, FLASH = 65536, 2 << 20
TIME = 1600000000


def draw():
    """A landscape of sorts: a sky that fades, a sun, hills, a fence, and noise on the ground."""
    chance = random.Random(4)
    lines = []
    for y in range(HEIGHT):
        line = bytearray()
        for x in range(WIDTH):
            hill = 200 + 40 * math.sin(x / 60) + 15 * math.sin(x / 17)
            if (x - 380) ** 2 + (y - 80) ** 2 < 45 ** 2:
                colour = (60, 220, 250)
            elif y < hill:
                colour = (250 - y // 3, 180 - y // 3, 90)
            elif x % 40 < 6 and y > 250:
                colour = (30, 50, 70)
            else:
                noise = chance.randrange(24)
                colour = (40 + noise, 110 + noise + (y - 200) // 4, 60 + noise)
            line += bytes(colour)
        lines.append(bytes(line) + b"\0" * (-len(line) % 4))
    body = b"".join(reversed(lines))
    return (b"BM" + struct.pack("<IHHI", 54 + len(body), 0, 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, WIDTH, HEIGHT, 1, 24, 0, len(body), 2835, 2835, 0, 0) + body)


def contents():
    """What a root holds beside the picture: name, bytes. Below /usr is what only some programs need."""
    chance = random.Random(5)
    text = b"".join(b"option %d = %d\n" % (i, i * i % 97) for i in range(4000))

    def program(size):
        return b"".join(chance.randbytes(12) + text[i % 4096:i % 4096 + 20] for i in range(0, size, 32))

    for i in range(40):
        yield f"bin/tool{i}", program(chance.randrange(2000, 20000))
    for i in range(30):
        yield f"etc/conf{i}", text[i * 100:i * 100 + chance.randrange(100, 3000)]
    for i in range(160):
        yield f"usr/lib/lib{i}.so", program(chance.randrange(2000, 12000))
    for i in range(160):
        yield f"usr/share/doc/text{i}", text[:chance.randrange(200, 8000)]


def put(top, name, data):
    path = os.path.join(top, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(data)
    os.utime(path, (TIME, TIME))


def make_trees(folder, picture):
    whole, basic, extended = (os.path.join(folder, name) for name in ("whole", "basic", "extended"))
    for top in (whole, basic, extended):
        shutil.rmtree(top, ignore_errors=True)
        os.makedirs(top)
    for name, data in contents():
        put(whole, name, data)
        put(extended if name.startswith("usr/") else basic, name.removeprefix("usr/"), data)
    for top in (whole, basic):
        put(top, "etc/rc", b"edge /home/picture.bmp /home/edges.bmp\n")
        put(top, "home/picture.bmp", picture)
    os.symlink("/extended", os.path.join(basic, "usr"))


def tool(name):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
    if found is None:
        sys.exit(f"{name} is missing. Get it with: ./takt setup (Debian: mtd-utils)")
    return found


def extend(image):
    """To the flash's end: what follows the last node, and blocks with the marker that each block of the image begins with."""
    with open(image, "rb+") as file:
        data = file.read()
        data += b"\xff" * (-len(data) % BLOCK)
        empty = data[:12] + b"\xff" * (BLOCK - 12)
        file.seek(0)
        file.write(data + empty * ((FLASH - len(data)) // BLOCK))


def make_image(folder, tree, node):
    plain = os.path.join(folder, f"{tree}-{node}.jffs2")
    summary = plain.replace(".jffs2", "-summary.jffs2")
    subprocess.run([tool("mkfs.jffs2"), "-l", "-U", "-e", str(BLOCK), "-s", str(node), "-r", os.path.join(folder, tree),
                    "-o", plain], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([tool("sumtool"), "-l", "-e", str(BLOCK), "-i", plain, "-o", summary], check=True,
                   stderr=subprocess.DEVNULL)
    extend(plain)
    extend(summary)


def main():
    folder = sys.argv[1]
    if len(sys.argv) > 2:
        with open(sys.argv[2], "rb") as file:
            make_trees(folder, file.read())
    else:
        make_trees(folder, draw())
    for tree in ("whole", "basic", "extended"):
        for node in (4096, 65536):
            if len(sys.argv) < 4 or f"{tree}-{node}" == sys.argv[3]:
                make_image(folder, tree, node)


if __name__ == "__main__":
    main()
