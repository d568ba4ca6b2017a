"""What ./takt linux does without a guest: listings, initramfs, sizes of erase blocks, messages."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

import tree

root = Path(sys.argv[1])
sys.path.insert(0, str(root / "linux"))
from host import initramfs, jffs2, kernels, latency, light, roots  # noqa: E402
from host.packages import Packages, Unreachable  # noqa: E402
from host.report import Failure  # noqa: E402

cases = 0


def check(true, text):
    global cases
    cases += 1
    if not true:
        sys.exit(f"FAILED: {text}")


def refused(words, wanted):
    """The command ends with status 2 and a message that holds these words."""
    done = subprocess.run([root / "takt", "linux", *words], text=True, capture_output=True, check=False)
    check(done.returncode == 2 and wanted in done.stderr, f"{words}: {done.returncode} {done.stderr}")


def listings(folder):
    """The guest's program and this machine's words for a tree are the same, written in two languages."""
    tree.make(folder / "tree")
    program = jffs2.static_program(folder, "list")
    lines = subprocess.run([program, folder / "tree"], text=True, capture_output=True, check=True).stdout.splitlines()
    here = jffs2.tree_lines(folder / "tree")
    check(lines.pop() == f"entries {len(here)} unreadable 0", "the list has an end with its count")
    # the other reading may have moved the times of reading
    pairs = [(there.split(" ", 10), mine.split(" ", 10)) for there, mine in zip(lines, here)]
    check(all(a[:8] + a[9:] == b[:8] + b[9:] for a, b in pairs), f"{lines}\n{here}")
    changed = [line.replace("100600", "100644") for line in here if not line.endswith(" hard")]
    told = list(jffs2.differences(here, changed))
    check(told == ["missing: hard", "runs: mode 100644 instead of 100600"], f"differences are told by path: {told}")


def block_sizes(folder):
    """Erase blocks are found by their clean markers, in both byte orders; what has none asks for --erase."""
    for order, marker in (("little", b"\x85\x19\x03\x20\x0c\0\0\0"), ("big", b"\x19\x85\x20\x03\0\0\0\x0c")):
        for kib, blocks in ((64, (0, 1, 3)), (128, (0, 1, 2)), (256, (0, 2, 3)), (16, (0,))):
            data = bytearray(kib * 1024 * (blocks[-1] + 1))
            for block in blocks:
                data[block * kib * 1024:block * kib * 1024 + 8] = marker
            (folder / "image").write_bytes(data)
            check(jffs2.Image(folder / "image", "mtdram", None, 0).erase_kib == kib, f"{order}, {kib} KiB")
    for length, kib in ((300, 64), (70000, 128), (65536, 64), (1 << 20, 1024)):
        (folder / "image").write_bytes((b"\x85\x19\x03\x20\x0c\0\0\0").ljust(length, b"\xff"))
        check(jffs2.Image(folder / "image", "mtdram", None, 0).erase_kib == kib, f"{length} bytes with one marker")
    (folder / "image").write_bytes(b"no image at all")
    refused(["check-jffs2", folder / "image"], "--erase KIB")
    check(jffs2.Image(folder / "image", "mtdram", 64, 0).padded_size() == 5 * 65536, "five blocks at least")
    check(jffs2.ways_of(folder / "image") == ["nandsim"], "without clean markers: NAND")


def archive():
    """The first files of a guest: the same bytes each time, folders before what is in them."""
    files = initramfs.Initramfs()
    files.file("a/b/c", b"123", 0o755)
    files.link("bin/sh", "busybox")
    data = files.bytes()
    check(data == files.bytes(), "the same files give the same bytes")
    import gzip

    names = [part.split(b"\0")[0][104:].decode() for part in gzip.decompress(data).split(b"070701")[1:]]
    check(names.index("a") < names.index("a/b") < names.index("a/b/c"), "folders come first")
    check(names[-1] == "TRAILER!!!", "the archive has its end")


def fragments():
    """An option that did not take effect is found: off by its dependencies, with another value, or of the wrong name."""
    config = "CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_N=14\nCONFIG_AB=y\n"
    for lines, wrong in (("CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_N=14\n", []), ("CONFIG_B=y\n", ["CONFIG_B=y"]),
                         ("# CONFIG_A is not set\n", ["# CONFIG_A is not set"]), ("# CONFIG_NOWHERE is not set\n", []),
                         ("CONFIG_NOWHERE=y\n", ["CONFIG_NOWHERE=y"]), ("CONFIG_N=17\n", ["CONFIG_N=17"]),
                         ("CONFIG_B=y\n# CONFIG_B is not set\n", []), ("# a remark on CONFIG_C\n", [])):
        check(kernels.without_effect(lines, config) == wrong, f"{lines!r}")
    for name, recipe in kernels.RECIPES.items():
        for fragment in recipe.fragments:
            check((root / f"linux/config/{fragment}.config").exists(), f"{name} has its fragment {fragment}")
    check({point.kernel for point in light.POINTS} == set(kernels.RECIPES), "each kernel is measured")
    check(len({point.name for point in light.POINTS}) == len(light.POINTS), "names of levers are different")


def answers():
    """What a guest says of its latency: names are those of docs/results.md, a failure ends the run with its words."""
    names = [latency.file_name(name) for name in latency.KERNELS]
    check(len(set(names)) == len(names) and all(name.replace("-", "").isalnum() for name in names), str(names))
    run = latency.Run("THROUGHPUT 5.5\nJSON timer {\nJSON timer }\nCYCLICTEST 000014 000003\nCYCLICTEST 000070 000001\nTRACED 3 of 4")
    check(run.throughput == 5.5 and run.results == {"timer": {}} and run.cyclictest == [14, 14, 14, 70] and run.traced == 0.75,
          "a guest's lines are taken")
    try:
        latency.Run("FAILED no module")
    except Failure as failure:
        check("no module" in str(failure), "a guest's failure is told")
    else:
        check(False, "a guest's failure is told")


def pictures():
    """The board's picture is one that a reader of BMP takes: its sizes agree with its length."""
    data = roots.picture(20, 5)
    check(data[:2] == b"BM" and int.from_bytes(data[2:6], "little") == len(data) == 54 + 60 * 5, "the picture is whole")


def mirrors(folder):
    """No mirror is told from one that lacks a package: the first is not the project's fault, and has a status of its own."""
    asked = folder / "asked"
    for update, failure, status in (("W: Failed to fetch http://deb.debian.org/x  Temporary failure resolving", "E: Unable", 3),
                                    ("Reading package lists...", "E: Unable to locate package absent", 2),
                                    ("Reading package lists...", "E: Failed to fetch http://deb.debian.org/absent.deb", 3)):
        for name, words in (("apt-get", f"[ $2 = update ] && echo '{update}' >&2 && exit 0"), ("apt-cache", "")):
            program = folder / "tools" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(f"#!/bin/sh\n{words}\necho '{failure}' >&2\nexit 100\n")
            program.chmod(0o755)
        for ask in (lambda packages: packages.folder("absent"), lambda packages: packages.depends("absent", "x")):
            try:
                ask(Packages(asked))
            except Failure as told:
                check(told.status == status and isinstance(told, Unreachable) == (status == 3) and failure in str(told), str(told))
            else:
                check(False, "a package that is nowhere is told")
            check(not (asked / "packages/absent").exists(), "nothing is left that looks whole")


def messages(folder):
    refused(["sun"], "takes one of: latency, light")
    refused(["check-jffs2", folder / "absent"], "No such file")
    refused(["check-jffs2", "--back", "x", folder / "image"], "--change")
    refused(["check-jffs2", "--tree", folder / "absent", folder / "image"], "no such folder")
    (folder / "empty").touch()
    refused(["check-jffs2", folder / "empty"], "is empty")
    try:
        jffs2.read_answer("IMAGE 0\nMOUNTED 1 2\n", [jffs2.Image(folder / "image", "mtdram", 64, 0)])
    except Failure as failure:
        check("ended before" in str(failure), "a guest that breaks off is told")
    else:
        check(False, "a guest that breaks off is told")


with tempfile.TemporaryDirectory() as name:
    listings(Path(name))
    block_sizes(Path(name))
    archive()
    fragments()
    answers()
    pictures()
    with mock.patch.dict(os.environ, {"PATH": f"{name}/tools:{os.environ['PATH']}"}):
        mirrors(Path(name))
    messages(Path(name))
print(f"amount: {cases} cases")
