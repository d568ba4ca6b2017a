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
    from host import jffs2, latency, light, snapshot

    return {"check-jffs2": jffs2.check_jffs2, "latency": latency.latency, "light": light.light,
            "snapshot": snapshot.snapshot}


def main():
    known = commands()
    if len(sys.argv) < 2 or sys.argv[1] not in known:
        raise Failure(f"./takt linux takes one of: {', '.join(known)}")
    return known[sys.argv[1]](Build(), sys.argv[2:])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(f"takt: {failure}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
