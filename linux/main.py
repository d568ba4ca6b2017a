"""The entry of ./takt linux COMMAND: commands are modules of linux/host, loaded when asked for."""
import sys
from pathlib import Path

from host.packages import Packages
from host.report import Failure


class Build:
    """Where everything goes: build/linux. Nothing of the machine is changed."""

    def __init__(self):
        self.root = Path(__file__).resolve().parent.parent
        self.start = Path.cwd()
        self.folder = self.root / "build/linux"
        self.packages = Packages(self.folder)


def commands():
    """name: (what it does, in a line; the function)"""
    from host import jffs2, latency, light, snapshot

    return {"latency": ("paper 2 on Debian's standard and real-time kernels", latency.latency),
            "light": ("paper 4: a general and a light Linux for a board with NOR flash", light.light),
            "snapshot": ("start from a snapshot of the memory, against a cold one", snapshot.snapshot),
            "check-jffs2": ("mount JFFS2 images with Linux, list and change them", jffs2.check_jffs2)}


def main():
    known = commands()
    word = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if word in ("--help", "-h"):
        print("./takt linux COMMAND ...   (COMMAND --help says more; docs/linux.md)\n")
        print("\n".join(f"  {name:12} {text}" for name, (text, _) in known.items()))
        return 0
    if word not in known:
        raise Failure(f"./takt linux knows no '{word}'; it takes one of: {', '.join(known)}")
    return known[word][1](Build(), sys.argv[2:])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"takt: {failure}", file=sys.stderr)
        sys.exit(failure.status)
    except KeyboardInterrupt:
        sys.exit(130)
