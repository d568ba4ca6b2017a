"""One start of the board versatilepb: kernel and roots in NOR flash, a boot stub, a device tree with the command line.

Time is counted instructions, 8 ns each: 125 million a second, as the paper's ARM9 at 133 MHz. Flash has no wait states
here: a board whose flash is slow gains more from a small image.
"""
import re
import shutil
import subprocess

from .guest import Guest
from .report import Failure

NS_PER_INSTRUCTION = 8
MIB = 1 << 20
FLASH, FLASH_SIZE = 0x34000000, 64 * MIB
EXTENDED_AT, KERNEL_AT = 16 * MIB, 32 * MIB
STUB_AT, TREE_AT = 0x01B00000, 0x01C00000
LOAD_AT = {"zImage": 0x10000, "raw": 0x8000}
PARTS = "mtdparts=34000000.flash:16m(root),16m(extended),16m(kernel)"
MEMORY_MIB = 32
SECONDS = 400  # a start takes 1 to 4 s of a quiet host


class Start:
    """What the board said."""

    def __init__(self, text):
        self.text = text
        failed = re.search(r"^FAILED (.*)", text, re.M)
        if failed:
            raise Failure(f"on the board: {failed[1]}")
        self.marks = {name: float(at) for name, at in re.findall(r"^MARK (\S+) ([\d.]+)", text, re.M)}
        self.memory = [tuple(map(int, pair)) for pair in re.findall(r"^MEMORY (\d+) (\d+)", text, re.M)]
        self.edge = [float(took) for took, status in re.findall(r"^TIME edge ([\d.]+) (\d+)", text, re.M)
                     if status == "0"]
        lpj = re.search(r"\(lpj=(\d+)\)", text)
        self.lpj = int(lpj[1]) if lpj else None


def flash_image(folder, kernel, root, extended):
    flash = folder / "flash"
    with open(flash, "wb") as file:
        for at, part, room in ((0, root, EXTENDED_AT), (EXTENDED_AT, extended, KERNEL_AT - EXTENDED_AT),
                               (KERNEL_AT, kernel, 16 * MIB)):
            data = part.read_bytes() if part else b""
            if len(data) > room:
                raise Failure(f"{part} has {len(data)} bytes; there is room for {room}")
            file.seek(at)
            file.write(data.ljust(room, b"\xff"))
        file.write(b"\xff" * (FLASH_SIZE - file.tell()))
    return flash


def boot_stub(source, folder, kernel, form):
    """Its size must be a multiple of what one turn of the loop copies."""
    target = folder / "stub.elf"
    size = -(-kernel.stat().st_size // 32) * 32
    words = {"KERNEL_FROM": FLASH + KERNEL_AT, "KERNEL_TO": LOAD_AT[form], "KERNEL_SIZE": size, "TREE": TREE_AT}
    command = ["arm-linux-gnueabi-gcc", "-nostdlib", "-static", f"-Wl,-Ttext={STUB_AT:#x},--build-id=none",
               *(f"-D{name}={value:#x}" for name, value in words.items()), "-o", target, source / "stub.S"]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Failure(f"the boot stub cannot be built: {done.stderr.strip()}")
    return target


def device_tree(folder, tree, words, memory_mib):
    target = folder / "board.dtb"
    shutil.copy(tree, target)
    for command in (["-t", "s", target, "/chosen", "bootargs", words],
                    ["-t", "x", target, "/memory", "reg", "0", f"{memory_mib * MIB:x}"]):
        done = subprocess.run(["fdtput", *command], text=True, capture_output=True, check=False)
        if done.returncode:
            raise Failure(f"fdtput: {done.stderr.strip()}")
    return target


def start(build, kernels, kernel, form, roots, words="", first=False, memory_mib=MEMORY_MIB):
    """Start the board once. first: the first program ends the run; else the start script does."""
    folder = build.folder / "light"
    guest = Guest(folder, "board", "qemu-system-arm")
    image = kernels.image(kernel, form)
    init = "/bin/mark" if first else "/sbin/init"
    line = f"console=ttyAMA0 root=mtd0 rootfstype=jffs2 rw {PARTS} init={init} panic=-1 {words}".strip()
    guest.option("-audiodev", "none,id=n0", "-M", "versatilepb", "-m", MEMORY_MIB, "-nic", "none",
                 "-kernel", boot_stub(build.root / "linux/light", folder, image, form),
                 "-device", f"loader,file={device_tree(folder, kernels.tree(kernel), line, memory_mib)},addr={TREE_AT:#x},"
                            "force-raw=on",
                 "-drive", f"if=pflash,format=raw,file={flash_image(folder, image, *roots)}",
                 "-icount", f"shift={NS_PER_INSTRUCTION.bit_length() - 1},sleep=off")
    return Start(guest.run(SECONDS))
