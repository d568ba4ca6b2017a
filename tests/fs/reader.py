"""reader.py IMAGE BLOCK [--strict]: lists a JFFS2 image as list.c does, written from the format alone.

Everything is checked: each node's checksums, each inode's replay by version. --strict also wants what Takt promises of
its own images: no node with a bad checksum beside torn ones, no directory with two names.
"""
import struct
import sys
import zlib

PACK_ZERO, PACK_RTIME, PACK_ZLIB = 1, 2, 6


def crc(data):
    return zlib.crc32(data, 0xffffffff) ^ 0xffffffff


def rtime(data, size):
    out, last = bytearray(), {}
    for at in range(0, len(data), 2):
        if len(out) >= size:
            break
        byte, repeat = data[at], data[at + 1]
        out.append(byte)
        back = last.get(byte, 0)
        last[byte] = len(out)
        for _ in range(repeat):
            out.append(out[back])
            back += 1
    return bytes(out)


class Image:
    def __init__(self, data, block):
        self.data, self.block = data, block
        magic = next(data[at:at + 2] for at in range(0, len(data), 4) if data[at:at + 2] in (b"\x85\x19", b"\x19\x85"))
        self.order = "<" if magic == b"\x85\x19" else ">"
        self.inodes, self.entries, self.bad = {}, {}, 0
        for start in range(0, len(data), block):
            self.scan(start, min(start + block, len(data)))

    def get(self, form, at):
        return struct.unpack_from(self.order + form, self.data, at)

    def scan(self, at, end):
        while at + 12 <= end:
            magic, kind, total, check = self.get("HHII", at)
            head = struct.pack(self.order + "HHI", magic, kind | 0x2000, total)
            if magic != 0x1985 or crc(head) != check or total < 12 or at + total > end:
                at += 4
                continue
            if kind & 0x2000:
                self.node(kind, at, total)
            at += (total + 3) & ~3

    def node(self, kind, at, total):
        if kind == 0xE001:
            pino, version, ino, mctime, nsize, dtype, _, node_crc, name_crc = self.get("IIIIBBHII", at + 12)
            name = self.data[at + 40:at + 40 + nsize]
            if node_crc != crc(self.data[at:at + 32]) or name_crc != crc(name):
                self.bad += 1
                return
            held = self.entries.setdefault(pino, {})
            if name not in held or held[name][0] < version:
                held[name] = (version, ino, dtype)
        elif kind == 0xE002:
            if self.get("I", at + 64)[0] != crc(self.data[at:at + 60]):
                self.bad += 1
                return
            csize = self.get("I", at + 48)[0]
            if self.get("I", at + 60)[0] != crc(self.data[at + 68:at + 68 + csize]):
                self.bad += 1
                return
            ino, version = self.get("II", at + 12)
            self.inodes.setdefault(ino, {})[version] = at

    def unpack(self, at):
        offset, csize, dsize, how = self.get("IIIB", at + 44)
        data = self.data[at + 68:at + 68 + csize]
        if how == PACK_ZERO:
            data = bytes(dsize)
        elif how == PACK_RTIME:
            data = rtime(data, dsize)
        elif how == PACK_ZLIB:
            data = zlib.decompress(data)
        assert len(data) == dsize, "a node's size"
        return offset, data

    def content(self, ino):
        nodes = self.inodes[ino]
        size = self.get("I", nodes[max(nodes)] + 28)[0]
        out = bytearray(size)
        for version in sorted(nodes):
            offset, data = self.unpack(nodes[version])
            if offset < size:
                out[offset:offset + len(data)] = data[:size - offset]
        return bytes(out[:size])

    def names(self, pino):
        return {name: ino for name, (_, ino, _) in self.entries.get(pino, {}).items() if ino}

    def walk(self, pino, path, links, trail=()):
        for name, ino in sorted(self.names(pino).items()):
            nodes = self.inodes.get(ino)
            if nodes is None:
                print("%s: no inode %d" % (path, ino))
                continue
            yield path + "/" + name.decode(), ino, nodes[max(nodes)]
            mode = self.get("I", nodes[max(nodes)] + 20)[0]
            if mode & 0o170000 == 0o040000:
                assert ino not in trail, "a directory below itself"
                yield from self.walk(ino, path + "/" + name.decode(), links, trail + (ino,))

    def list(self):
        found = list(self.walk(1, "", {}))
        links = {}
        for _, ino, _ in found:
            links[ino] = links.get(ino, 0) + 1
        for path, ino, at in found:
            mode, uid, gid, size, _, mtime = self.get("IHHIII", at + 20)
            head = "%s %o %u:%u " % (path, mode, uid, gid)
            if mode & 0o170000 == 0o120000:
                print(head + "%u -> %s" % (mtime, self.content(ino).decode()))
            elif mode & 0o170000 == 0o100000:
                print(head + "%u links %u size %u %08x" % (mtime, links[ino], size, zlib.crc32(self.content(ino))))
            else:
                print(head)


image = Image(open(sys.argv[1], "rb").read(), int(sys.argv[2], 0))
image.list()
if "--strict" in sys.argv and image.bad:
    sys.exit("%d nodes have a bad checksum" % image.bad)
