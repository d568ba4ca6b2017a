"""A guest's first file system: a cpio archive ("newc", Linux's Documentation/driver-api/early-userspace/buffer-format.rst)
written here, because a minimal Debian has no cpio, and because the same files have to give the same bytes."""
import gzip
import stat


class Initramfs:
    def __init__(self):
        self.entries = {}
        for folder in ("bin", "dev", "proc", "sys", "tmp", "mnt"):
            self.folder(folder)
        self.entries["dev/console"] = (stat.S_IFCHR | 0o600, b"", (5, 1))

    def folder(self, path):
        self.entries.setdefault(path, (stat.S_IFDIR | 0o755, b"", (0, 0)))

    def file(self, path, data, mode=0o644):
        self._parents(path)
        self.entries[path] = (stat.S_IFREG | mode, data, (0, 0))

    def program(self, path, source):
        self.file(path, source.read_bytes(), 0o755)

    def link(self, path, target):
        self._parents(path)
        self.entries[path] = (stat.S_IFLNK | 0o777, target.encode(), (0, 0))

    def _parents(self, path):
        parts = path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            self.folder("/".join(parts[:count]))

    def bytes(self):
        # a folder comes before what is in it, which sorting gives
        entries = sorted(self.entries.items())
        archive = b"".join(entry(number + 1, path, *what) for number, (path, what) in enumerate(entries))
        archive += entry(0, "TRAILER!!!", 0, b"", (0, 0))
        return gzip.compress(archive, 1, mtime=0)


def entry(number, path, mode, data, device):
    name = path.encode() + b"\0"
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0)
    return padded(b"070701" + b"".join(b"%08X" % field for field in fields) + name) + padded(data)


def padded(data):
    return data + b"\0" * (-len(data) % 4)
