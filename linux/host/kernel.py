"""Debian's kernel packages: the image that an emulator starts, and modules in the order in which they can be loaded."""
import lzma
import re
from pathlib import Path

from .report import Failure

XZ = b"\xfd7zXZ\0"


class Kernel:
    """An unpacked linux-image package."""

    def __init__(self, packages, meta="linux-image-amd64"):
        self.package = packages.depends(meta, r"linux-image-\d\S*")
        self.folder = packages.folder(self.package)
        self.packages = packages
        self.release = self.package.removeprefix("linux-image-").split(":")[0]
        self._modules = None

    def version(self):
        return f"{self.package} {self.packages.version(self.package)}"

    def vmlinuz(self):
        return self.folder / "boot" / f"vmlinuz-{self.release}"

    def vmlinux(self):
        """The kernel without its decompressor, which an emulator would run instruction by instruction. It has the
        entry that QEMU starts directly (PVH)."""
        target = self.folder / "vmlinux"
        if not target.exists():
            image = self.vmlinuz().read_bytes()
            start = image.find(XZ)
            if start < 0:
                raise Failure(f"{self.vmlinuz()}: no xz stream in it; this Debian compresses its kernels otherwise.")
            partial = target.with_suffix(".partial")
            partial.write_bytes(lzma.LZMADecompressor().decompress(image[start:]))
            partial.rename(target)
        return target

    def load_order(self, names):
        """Files of modules and of all that they need, each after what it needs. What is built in has no file."""
        order = []

        def add(name):
            file = self.modules().get(name.replace("-", "_"))
            if file is None or file in order:
                return
            for needed in depends(file):
                add(needed)
            order.append(file)

        for name in names:
            add(name)
        return order

    def modules(self):
        if self._modules is None:
            files = Path(self.folder / "lib/modules").rglob("*.ko")
            self._modules = {file.stem.replace("-", "_"): file for file in files}
        return self._modules


def depends(file):
    """The line depends=a,b of a module's .modinfo. Strings in it end in 0 bytes."""
    found = re.search(rb"\0depends=([^\0]*)\0", file.read_bytes())
    return [name.decode() for name in found.group(1).split(b",") if name] if found else []
