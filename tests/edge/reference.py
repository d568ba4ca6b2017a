"""reference.py IN OUT: edges of a BMP picture, computed from what the words in docs/edge.md say and from nothing else."""
import struct
import sys


def pixels(data):
    """Luminances, a line a list, as the file has them."""
    offset, = struct.unpack_from("<I", data, 10)
    info, width, height, _, depth = struct.unpack_from("<IiiHH", data, 14)
    colours = struct.unpack_from("<I", data, 46)[0] or 256
    grey = lambda b, g, r: (29 * b + 150 * g + 77 * r) // 256
    palette = [grey(*data[14 + info + 4 * i:14 + info + 4 * i + 3]) for i in range(colours)] if depth == 8 else []
    palette += [0] * (256 - len(palette))
    stride = (width * depth // 8 + 3) // 4 * 4
    lines = []
    for y in range(abs(height)):
        line = data[offset + y * stride:offset + (y + 1) * stride]
        lines.append([palette[line[x]] if depth == 8 else grey(*line[3 * x:3 * x + 3]) for x in range(width)])
    return lines, height, depth


def sobel(lines, x, y):
    total = 0
    for kernel in (((-1, 0, 1), (-2, 0, 2), (-1, 0, 1)), ((-1, -2, -1), (0, 0, 0), (1, 2, 1))):
        total += abs(sum(kernel[j][i] * lines[y - 1 + j][x - 1 + i] for j in range(3) for i in range(3)))
    return min(total, 255)


def main():
    with open(sys.argv[1], "rb") as file:
        lines, height, depth = pixels(file.read())
    width, count = len(lines[0]), len(lines)
    body = b""
    for y in range(count):
        inside = 0 < y < count - 1
        edges = [sobel(lines, x, y) if inside and 0 < x < width - 1 else 0 for x in range(width)]
        line = bytes(edges) if depth == 8 else bytes(value for value in edges for _ in range(3))
        body += line + bytes(-len(line) % 4)
    palette = b"".join(bytes((i, i, i, 0)) for i in range(256)) if depth == 8 else b""
    start = 54 + len(palette)
    head = b"BM" + struct.pack("<IHHI", start + len(body), 0, 0, start)
    head += struct.pack("<IiiHHIIiiII", 40, width, height, 1, depth, 0, len(body), 0, 0, 0, 0)
    with open(sys.argv[2], "wb") as file:
        file.write(head + palette + body)


main()
