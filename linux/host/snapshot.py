"""./takt linux snapshot: when a start from a snapshot (hibernation) pays on Linux, and when not.

A snapshot is read by a kernel that has started: so resuming costs the whole start of the kernel, and reading the memory
besides. It pays if the application's own start takes longer than the reading. Debian's kernel for arm64, in a guest whose
time is counted.
"""
import argparse
import os
import re
import subprocess

from .guest import Guest
from .initramfs import Initramfs
from .kernel import Kernel
from .report import Failure, Progress
from .result import Result, Table

NS_PER_INSTRUCTION = 8
MEMORY_MIB = 256
CASES = (("short", 0, 0), ("long", 150000, 0), ("long, 32 MB of data", 150000, 32))  # name, turns, MB
SECONDS = 900
STEP_SECONDS = 25  # of a quiet host


class Machine:
    def __init__(self, build):
        self.build, self.kernel = build, Kernel(build.packages, "linux-image-arm64:arm64")
        self.folder = build.folder / "snapshot"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.initrd = self.folder / "initrd.gz"
        self.initrd.write_bytes(self._first_files())

    def _counter(self):
        target, work = self.folder / "counter", self.folder / "counter.o"
        source = self.build.root / "linux/guest/counter.S"
        for command in (["aarch64-linux-gnu-as", "-o", work, source], ["aarch64-linux-gnu-ld", "-N", "-o", target, work]):
            done = subprocess.run(command, text=True, capture_output=True, check=False)
            if done.returncode:
                raise Failure(f"counter.S cannot be built: {done.stderr.strip()}")
        return target

    def _first_files(self):
        files = Initramfs()
        files.program("bin/busybox", self.build.packages.folder("busybox-static:arm64") / "bin/busybox")
        files.link("bin/sh", "busybox")
        files.program("bin/counter", self._counter())
        files.program("init", self.build.root / "linux/guest/snapshot.sh")
        order = self.kernel.load_order(["virtio_mmio", "virtio_blk"])
        for file in order:
            files.file(f"modules/{file.name}", file.read_bytes())
        files.file("modules/order", "".join(f"{file.name}\n" for file in order).encode())
        return files.bytes()

    def disk(self):
        with open(self.folder / "disk", "wb") as file:
            file.truncate(2 * MEMORY_MIB << 20)
        return self.folder / "disk"

    def start(self, way, turns, fill):
        """Seconds since the reset at each mark that the guest makes."""
        guest = Guest(self.folder, way, "qemu-system-aarch64")
        guest.option("-audiodev", "none,id=n0", "-M", "virt", "-cpu", "cortex-a53", "-smp", 1, "-m", MEMORY_MIB,
                     "-nic", "none", "-kernel", self.kernel.vmlinuz(), "-initrd", self.initrd, "-seed", 1,
                     "-icount", f"shift={NS_PER_INSTRUCTION.bit_length() - 1},sleep=off",
                     "-rtc", "base=2020-01-01T00:00:00,clock=vm",
                     "-drive", f"if=none,id=d,format=raw,file={self.folder / 'disk'}", "-device", "virtio-blk-device,drive=d",
                     "-append", f"console=ttyAMA0 quiet rdinit=/init panic=-1 way={way} turns={turns} fill={fill}")
        text = guest.run(SECONDS)
        failed = re.search(r"^FAILED (.*)", text, re.M)
        if failed:
            raise Failure(f"in the guest: {failed[1]}")
        return {name: int(count, 16) / int(rate, 16)
                for name, count, rate in re.findall(r"^(INIT|SAVE|READY) ([0-9a-f]{16}) ([0-9a-f]{16})", text, re.M)}

    def image_mib(self):
        """Blocks of the disk that were written: it was sparse."""
        return os.stat(self.folder / "disk").st_blocks * 512 / (1 << 20)


def measure(machine):
    steps = [((name, way), STEP_SECONDS) for name, _, _ in CASES for way in ("cold", "save", "resume")]
    progress, found = Progress(steps), {}
    for name, turns, fill in CASES:
        machine.disk()
        for way in ("cold", "save", "resume"):
            progress.begin((name, way), f"{name}: {way}")
            found[name, way] = machine.start(way, turns, fill)
            if way == "save":
                found[name, "image"] = machine.image_mib()
            progress.end()
        if "READY" not in found[name, "resume"]:
            raise Failure(f"{name}: the snapshot did not run; the guest's console: {machine.folder}/resume.console")
    (machine.folder / "disk").unlink()
    return found


def table(found):
    result = Table("snapshot", "From reset to the running application: cold, and from a snapshot",
                   [("start of the application", None, 0), ("kernel started", "s", 3), ("application's start", "s", 3),
                    ("cold", "s", 3), ("snapshot", "s", 3), ("snapshot / cold", "", 2), ("disk written", "MiB", 0)],
                   "Kernel started: its first program. A snapshot is read by a kernel that has started, so it costs that and "
                   "the reading.")
    for name, _, _ in CASES:
        cold, again = found[name, "cold"], found[name, "resume"]
        result.row(name, cold["INIT"], cold["READY"] - cold["INIT"], cold["READY"], again["READY"],
                   again["READY"] / cold["READY"], found[name, "image"])
    return result


def snapshot(build, words):
    argparse.ArgumentParser(prog="./takt linux snapshot", description="Cold start and start from a snapshot, of Debian's "
                            "kernel for arm64 in a guest whose time is counted.").parse_args(words)
    machine = Machine(build)
    found = measure(machine)
    result = Result(build, "linux-snapshot", "Start from a snapshot on Linux: when it pays", "./takt linux snapshot",
                    "instructions", f"counted from the reset, {NS_PER_INSTRUCTION} ns each; the disk takes no time of its own")
    result.head["machine"] = {"emulator": "QEMU virt, cortex-a53, 256 MB", "kernel": machine.kernel.version()}
    result.tables = [table(found)]
    name = CASES[0][0]
    price = found[name, "resume"]["READY"] - found[name, "cold"]["INIT"]
    print(f"\nReading the snapshot costs {price:.2f} s after the kernel's start: it pays where the application's own start takes "
          "longer.")
    return 0 if result.finish() else 1
