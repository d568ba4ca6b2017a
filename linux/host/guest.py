"""A guest under QEMU: a kernel, a first file system, disks; its console is a file that is read when it has ended.

A guest ends by itself. One that does not is ended, and its last lines are shown.
"""
import os
import shutil
import subprocess
import time

from .report import Failure


class Guest:
    def __init__(self, folder, name, emulator):
        self.folder = folder
        self.console = folder / f"{name}.console"
        self.name = name
        if not shutil.which(emulator):
            package = "qemu-system-x86" if "x86" in emulator else "qemu-system-arm"
            raise Failure(f"{emulator} is missing: apt-get install {package}, or ./takt setup --full")
        self.command = [emulator, "-display", "none", "-monitor", "none", "-no-reboot",
                        "-serial", f"file:{self.console}"]
        folder.mkdir(parents=True, exist_ok=True)

    def option(self, *words):
        self.command += [str(word) for word in words]

    def run(self, seconds):
        """Until it ends by itself, or has not after so many seconds. The console's text is the answer."""
        self.console.unlink(missing_ok=True)
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"})
        try:
            self._wait(process, seconds)
        finally:
            if process.poll() is None:
                process.kill()
            errors = process.communicate()[1]
        if process.returncode:
            raise Failure(f"QEMU ended with status {process.returncode}: {errors.strip() or 'it said nothing'}")
        return self.text()

    def text(self):
        return self.console.read_text(errors="replace").replace("\r\n", "\n") if self.console.exists() else ""

    def _wait(self, process, seconds):
        end = time.monotonic() + seconds
        while process.poll() is None:
            time.sleep(0.1)
            if time.monotonic() > end:
                process.kill()
                last = "\n  ".join(self.text().strip().splitlines()[-10:]) or "(nothing)"
                raise Failure(f"the guest '{self.name}' has not ended within {seconds} s, and was ended. It said last:\n"
                              f"  {last}\nAll of it: {self.console}")
