"""Pictures for edge.sh, good and bad, into the folder that it runs in."""
import random
import struct

chance = random.Random(7)


def bmp(width, height, depth, colours=0, packed=0, cut=0):
    stride = (width * depth // 8 + 3) // 4 * 4
    body = chance.randbytes(stride * abs(height)) if stride * abs(height) < 1 << 20 else b""
    if colours and depth == 8:
        body = bytes(byte % min(colours, 256) for byte in body)
    palette = chance.randbytes(4 * colours)
    start = 54 + len(palette)
    head = b"BM" + struct.pack("<IHHI", start + len(body), 0, 0, start)
    head += struct.pack("<IiiHHIIiiII", 40, width, height, 1, depth, packed, len(body), 0, 0, colours, 0)
    return (head + palette + body)[:None if cut == 0 else -cut]


GOOD = {"small": bmp(3, 3, 24), "palette": bmp(65, 40, 8, colours=200), "upside-down": bmp(50, -30, 24)}
BAD = {"cut": bmp(20, 20, 24, cut=1), "packed": bmp(20, 20, 8, colours=256, packed=1), "deep": bmp(20, 20, 32),
       "text": b"This is no picture, whatever its name says; it is long enough to be one, though.",
       "wide": bmp(5000, 2, 24), "colours": bmp(20, 20, 8, colours=300)}
for name, data in {**GOOD, **BAD}.items():
    with open(f"{name}.bmp", "wb") as file:
        file.write(data)
