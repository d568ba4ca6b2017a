"""./takt linux check-jffs2 on images made by mkfs.jffs2: Linux mounts each in flash of each kind, sees the tree that they
were made of, changes it and gives it back; what is damaged is told. With a guest, under --full."""
import subprocess
import sys
from pathlib import Path

import network
import tree

root, work = Path(sys.argv[1]), Path(sys.argv[2]) / "referee"
sys.path.insert(0, str(root / "linux"))
from host import jffs2  # noqa: E402

cases = 0


def check(true, text):
    global cases
    cases += 1
    if not true:
        sys.exit(f"FAILED: {text}")


def run(*words):
    return subprocess.run([str(word) for word in words], cwd=work, text=True, capture_output=True, check=False)


def referee(*words):
    done = run(root / "takt", "linux", "check-jffs2", *words)
    print(done.stdout, done.stderr)
    network.go_on(done.returncode)
    return done.returncode, done.stdout


def made(name, *words):
    done = run("mkfs.jffs2", "-l", "-d", "tree", "-o", name, *words)
    check(done.returncode == 0, f"mkfs.jffs2: {done.stderr}")
    return name


subprocess.run(["rm", "-rf", work], check=True)
(work / "tree").mkdir(parents=True)
tree.make(work / "tree")
images = [made("zlib", "-e", "128KiB"), made("rtime", "-e", "64KiB", "-x", "zlib"), made("plain", "-e", "256KiB", "-m", "none"),
          made("lzo", "-e", "128KiB", "-X", "lzo", "-y", "80:lzo"), made("nand", "-n", "-e", "16KiB", "-s", "512")]
check(run("sumtool", "-l", "-e", "128KiB", "-i", "zlib", "-o", "summary").returncode == 0, "sumtool")
images.append("summary")
(work / "change").write_text("echo changed >text/4; rm text/5; mv deep deeper; echo said\n")

status, said = referee("--way", "all", "--strict", "--size", 8192, "--tree", "tree", "--change", "change", "--back", "back",
                       "--list", "lists", *images)
check(status == 0, "Linux sees another tree than the images were made of, or complains")
check(said.count("tree: the same") == 11, "five images for NOR in two kinds of flash, and one for NAND")
listed = (work / "lists/zlib.mtdram.list").read_text().splitlines()
changed = (work / "lists/zlib.mtdram.changed.list").read_text().splitlines()
check(any(line.endswith(" deeper/d/1") for line in changed) and not any(line.endswith(" text/5") for line in changed),
      "what the script did is in the second listing")
check(len(listed) == len(changed) + 1, "one entry less afterwards")

status, said = referee("--list", "again", "back/zlib.mtdram", "back/summary.block2mtd")
check(status == 0, "what comes back can be mounted")
again = (work / "again/zlib.mtdram.mtdram.list").read_text().splitlines()
check(not list(jffs2.differences(changed, again)), "what comes back holds what the second listing says")

data = bytearray((work / "plain").read_bytes())
data[data.rfind(b"the same words again") + 5] ^= 1
(work / "damaged").write_bytes(data)
(work / "nothing").write_bytes(bytes(range(256)) * 2000)
(work / "tree/text/2").unlink()
status, said = referee("--erase", 256, "--tree", "tree", "damaged", "nothing")
check(status == 1, "damage is no success")
check("not in the folder: text/2" in said, "a file that the folder has not is told")
check("CRC" in said, "what Linux says to damaged data is told")
check("nothing in mtdram (erase blocks of 256 KiB): Linux does not mount it" in said, "what is no image is refused")
print(f"amount: {cases} cases")
