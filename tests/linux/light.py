"""Every option of linux/config takes effect in the kernel's configuration that results, and a board starts if its kernel
was built by ./takt linux light before. No kernel is built here. Under --full: the source is unpacked."""
import sys
from pathlib import Path

import network

root, work = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(root / "linux"))
from host import board, kernels, light, roots  # noqa: E402
from host.packages import Unreachable  # noqa: E402
from host.report import Failure  # noqa: E402
from main import Build  # noqa: E402

build = Build()
try:
    here = kernels.Kernels(build)
    here.source()
except Unreachable as failure:
    print(failure)
    network.go_on(failure.status)
lines = starts = 0

for name in kernels.RECIPES:
    here.configure(name, work / "configuration")  # fails if a line has no effect
    lines += here.fragments(name).count("CONFIG_")

planted = kernels.RECIPES["planted"] = kernels.Recipe("light", ["light", "lever/printk"], 0, "")
here.fragments = lambda name: "CONFIG_EXPERT=y\nCONFIG_JFFS2_ZLIB=y\n"  # which needs JFFS2
try:
    here.configure("planted", work / "configuration")
except Failure as failure:
    assert "CONFIG_JFFS2_ZLIB=y" in str(failure), failure
else:
    sys.exit("FAILED: a line without effect was not found")
del here.fragments, kernels.RECIPES["planted"]

for point in (light.GENERAL, light.ALL):
    if here.built(point.kernel):
        start = board.start(build, here, point.kernel, point.form, roots.Roots(build).image(**point.root))
        assert 0 < start.marks["ready"] < 10, start.marks
        starts += 1
print(f"amount: {lines} options\namount: {starts} starts")
