"""tree.py FOLDER: lists a folder as list.c lists an image; tree.py --make FOLDER makes one that tries the format."""
import os
import random
import stat
import sys
import zlib


def make(top):
    """Files of 0, 1, 2 and many nodes, that pack well and badly, holes, links, names and depths at their limits."""
    chance = random.Random(4)
    text = b"".join(b"line %d of a text that packs well\n" % i for i in range(6000))
    noise = chance.randbytes(150000)
    files = {"empty": b"", "one": b"x", "page": text[:4096], "page+1": text[:4097], "page-1": noise[:4095],
             "text": text, "noise": noise, "zeros": bytes(100000), "mixed": text[:30000] + noise[:30000] + bytes(9000),
             "n" * 254: b"a long name", "deep/er/and/deeper/file": text[:500], "dir/a": b"a", "dir/b": noise[:70000],
             "sp ace": b"name with a space", "\u00fcml\u00e4ut": b"name in UTF-8"}
    for i in range(60):
        files["many/f%d" % i] = text[:i * 37]
    for name, data in files.items():
        path = os.path.join(top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(data)
        os.utime(path, (1500000000, 1600000000 + len(data)))
        os.chmod(path, 0o600 + len(data) % 8)
    os.link(os.path.join(top, "text"), os.path.join(top, "dir/text-again"))
    os.symlink("../text", os.path.join(top, "dir/link"))
    os.symlink("/" + "t" * 253, os.path.join(top, "long-link"))
    os.makedirs(os.path.join(top, "empty-dir"))


def line(path, shown):
    info = os.lstat(path)
    head = "%s %o %u:%u " % (shown, info.st_mode, info.st_uid, info.st_gid)
    if stat.S_ISLNK(info.st_mode):
        return head + "%u -> %s" % (info.st_mtime, os.readlink(path))
    if stat.S_ISREG(info.st_mode):
        with open(path, "rb") as data:
            return head + "%u links %u size %u %08x" % (info.st_mtime, info.st_nlink, info.st_size, zlib.crc32(data.read()))
    return head


def show(top, path=""):
    for name in sorted(os.listdir(top + path), key=os.fsencode):
        print(line(top + path + "/" + name, path + "/" + name))
        if os.path.isdir(top + path + "/" + name) and not os.path.islink(top + path + "/" + name):
            show(top, path + "/" + name)


if sys.argv[1] == "--make":
    make(sys.argv[2])
else:
    show(sys.argv[1])
