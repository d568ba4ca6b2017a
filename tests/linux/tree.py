"""A tree of what is awkward in a file system: names, sizes around pages, links, devices, holes, depth."""
import os
import random
import stat


def make(root):
    chance = random.Random(7)

    def file(name, data, mode=0o644):
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(data)
        os.chmod(path, mode)

    for number in range(10):
        file(f"size/{number}", chance.randbytes(max(0, 4096 * number + number % 3 - 1)))
        file(f"text/{number}", b"the same words again and again\n" * chance.randrange(2000))
        file("deep/" + "/".join(["d"] * number) + f"/{number}", b"x" * number)
    file("runs", bytes(300000), 0o600)
    file("setuid", b"#!/bin/sh\n", 0o4755)
    file("names/" + "n" * 254, b"long")
    file("names/a blank and a \\", b"")
    file("names/\ud55c\uae00", "한글".encode())
    os.makedirs(os.path.join(root, "empty"))
    os.symlink("../text/1", os.path.join(root, "names/link"))
    os.symlink("/nowhere/" + "x" * 200, os.path.join(root, "dangling"))
    os.link(os.path.join(root, "text/1"), os.path.join(root, "hard"))
    os.mkfifo(os.path.join(root, "fifo"))
    os.utime(os.path.join(root, "text/2"), (1e9, 1e9))
    if os.getuid() == 0:  # devices and other people's files are made by root alone
        os.mknod(os.path.join(root, "device"), 0o660 | stat.S_IFBLK, os.makedev(31, 200))
        os.chown(os.path.join(root, "text/3"), 1000, 1001)
