# SPDX-License-Identifier: Apache-2.0
"""The titles of all axes are on sweep.png, with white around them: sweep_margins.py QUERENT

Plays a small sweep, finds the axes of its four panels in the pixels, and measures what stands left of and below each."""
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

LEAST = 8       # pixels of white at each edge of the picture and between a title and the numbers; a letter is 40 high
AXIS = 300      # a line of so many dark pixels is an axis


def pixels(file):
    """Rows of darkness, 255 minus the brightest channel; 8 bits, RGB or RGBA, as pngcairo writes."""
    data, at, parts = file.read_bytes(), 8, b""
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colours = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            parts += body
        at += 12 + length
    assert bits == 8 and colours in (2, 6), (bits, colours)
    step, raw = (3 if colours == 2 else 4), zlib.decompress(parts)
    before, rows = bytearray(width * step), []
    for y in range(height):
        begin = y * (width * step + 1)
        how, line = raw[begin], bytearray(raw[begin + 1:begin + 1 + width * step])
        for i in range(len(line)):
            a, b, c = (line[i - step] if i >= step else 0), before[i], (before[i - step] if i >= step else 0)
            if how == 1:
                line[i] = line[i] + a & 255
            elif how == 2:
                line[i] = line[i] + b & 255
            elif how == 3:
                line[i] = line[i] + (a + b) // 2 & 255
            elif how == 4:
                p = a + b - c
                line[i] = line[i] + min((a, b, c), key=lambda v: abs(p - v)) & 255
        rows.append([255 - max(line[k:k + 3]) for k in range(0, len(line), step)])
        before = line
    return rows


def lines(rows):
    """(position, begin, end) of lines down the picture of at least AXIS dark pixels; one of two that touch."""
    found = []
    for x in range(len(rows[0])):
        begin = None
        for y in range(len(rows) + 1):
            if y < len(rows) and rows[y][x] > 120:
                begin = y if begin is None else begin
            elif begin is not None:
                if y - begin >= AXIS and not any(x - other < 8 and abs(begin - b) < 24 for other, b, _ in found):
                    found.append((x, begin, y))
                begin = None
    return found


def bands(inked):
    """Runs of marked positions, at least LEAST apart."""
    found = []
    for i in (i for i, is_inked in enumerate(inked) if is_inked):
        if found and i - found[-1][1] <= LEAST:
            found[-1][1] = i
        else:
            found.append([i, i])
    return found


def check(said, *about):
    if not said:
        sys.exit(f"sweep.png: {about}")


def titles(rows):
    """Each axis down the picture has numbers left of it, and its title left of these."""
    for x, top, bottom in lines(rows):
        left = max(0, x - 200)
        near = bands([any(rows[y][c] > 60 for y in range(top, bottom)) for c in range(left, x - 12)])
        check(len(near) >= 2, "an axis at", x, "with", near, "left of it")
        title = near[-2]
        tall = [y for y in range(top, bottom) if any(rows[y][c] > 60 for c in range(left + title[0], left + title[1] + 1))]
        check(title[1] - title[0] < 45, "a title across", title)
        check(tall[0] > top and tall[-1] < bottom, "a title longer than its axis", tall[0], tall[-1])


def main():
    if shutil.which("gnuplot") is None:
        print("skipped: gnuplot is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        text = "".join(f"{1 if (i * 7919 % 97) % 3 else -1} 1:{i * 7919 % 97} 2:{i * 104729 % 89}\n" for i in range(120))
        (folder / "rows.svm").write_text(text)
        command = [sys.argv[1], "sweep", folder / "rows.svm", "--learner", "PA-I", "--learner", "AROW", "--runs", "2", "--out", folder / "out", "-q"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = pixels(folder / "out/sweep.png")
    width, height = len(rows[0]), len(rows)
    across = [any(row[x] > 60 for row in rows) for x in range(width)]
    down = [max(row) > 60 for row in rows]
    for inked, what in ((across, "left"), (across[::-1], "right"), (down, "top"), (down[::-1], "bottom")):
        check(inked.index(True) >= LEAST, "ink", inked.index(True), "pixels from the", what)
    turned = [list(column) for column in zip(*rows[::-1])]  # what was below is left
    down_axes, across_axes = lines(rows), lines(turned)
    check(len(down_axes) == 4 and len(across_axes) == 4, down_axes, across_axes)
    titles(rows)
    titles(turned)
    print(f"{width} × {height} pixels, 8 axes with titles, white at each edge: {across.index(True)}, {across[::-1].index(True)}, {down.index(True)}, {down[::-1].index(True)}")


main()
