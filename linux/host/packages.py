"""Debian's packages, unpacked below build/linux and not installed.

apt-get is told to keep its lists and archives there, too: so nobody has to be root, the machine's own lists stay as
they are, and packages of another architecture can be had without the system knowing of it. What is unpacked once is
used until build/linux is removed, whatever the mirror has meanwhile; its version is kept beside it and goes into the
results. Old versions do not stay on mirrors, so a version cannot be asked for.
"""
import os
import re
import shutil
import subprocess

from .report import Failure, say

ARCHITECTURES = ("amd64", "armel", "arm64")
UNREACHED = "Failed to fetch"  # apt-get's own words. It updates without success and ends with 0


class Unreachable(Failure):
    """There is no network, or no mirror: nothing is wrong but that. A status of its own, so that a test can tell."""

    status = 3


class Packages:
    def __init__(self, build):
        self.root = build / "packages"
        self.apt = build / "apt"
        self.updated = self.unreached = False

    def folder(self, name):
        """The folder of an unpacked package; it is fetched if it is not there."""
        self.fetch([name])
        return self.root / name

    def version(self, name):
        return (self.folder(name) / "VERSION").read_text().strip()

    def fetch(self, names):
        missing = [name for name in names if not (self.root / name / "VERSION").exists()]
        if not missing:
            return
        self._update()
        say(f"== fetching {' '.join(missing)}")
        for name in missing:
            self._fetch_one(name)

    def depends(self, name, pattern):
        """The package that another one, such as linux-image-amd64, names today. The answer is kept."""
        kept = self.root / f"{name}.depends"
        if not kept.exists():
            self._update()
            found = re.findall(r"Depends: (" + pattern + r")\s", self._run(["apt-cache", "depends", name]))
            if not found:
                raise Failure(f"{name} depends on no {pattern}: the lists of packages are not Debian 12's.")
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(found[0] + "\n")
        return kept.read_text().strip()

    def _update(self):
        """The lists, once a run and only if something is missing."""
        if self.updated:
            return
        if not shutil.which("apt-get"):
            raise Failure("apt-get is not here: ./takt linux unpacks Debian's packages, so it needs Debian or Ubuntu.")
        for folder in ("state/lists/partial", "cache/archives/partial"):
            (self.apt / folder).mkdir(parents=True, exist_ok=True)
        (self.apt / "status").touch()
        architectures = "; ".join(f'"{name}"' for name in ARCHITECTURES)
        (self.apt / "apt.conf").write_text(
            f'Dir::State "{self.apt}/state";\nDir::State::status "{self.apt}/status";\nDir::Cache "{self.apt}/cache";\n'
            f'APT::Architectures {{{architectures};}};\nAPT::Sandbox::User "root";\nAcquire::Languages "none";\n')
        say("== fetching the lists of packages")
        self.unreached = UNREACHED in self._run(["apt-get", "-q", "update"])
        self.updated = True

    def _fetch_one(self, name):
        """Download, unpack beside, and rename: a run that is interrupted leaves nothing that looks whole."""
        partial = self.root / f"{name}.partial"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        self._run(["apt-get", "-q", "download", name], cwd=partial)
        (archive,) = partial.glob("*.deb")
        self._run(["dpkg-deb", "-x", archive.name, "."], cwd=partial)
        version = archive.name.split("_")[1].replace("%3a", ":")
        archive.unlink()
        (partial / "VERSION").write_text(version + "\n")
        shutil.rmtree(self.root / name, ignore_errors=True)
        partial.rename(self.root / name)

    def _run(self, command, cwd=None):
        """What the command said; apt-get says on standard error what it did not reach."""
        done = subprocess.run(command, cwd=cwd, text=True, capture_output=True, check=False,
                              env={**os.environ, "APT_CONFIG": str(self.apt / "apt.conf"), "LC_ALL": "C"})
        said = done.stdout + done.stderr
        if done.returncode:
            log = self.apt / "log"
            log.write_text(said)
            last = "\n".join(said.strip().splitlines()[-5:])
            text = f"`{' '.join(command)}` failed:\n{last}\nAll of it: {log}."
            if self.unreached or UNREACHED in said:
                raise Unreachable(f"{text} Debian's packages were not reached: is there a network?")
            raise Failure(text)
        return said
