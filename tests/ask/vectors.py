#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""vectors.py QUERENT [FACT…]: questions about rows of files: CSV rows with their columns, digits and arrays as pictures."""
import base64
import random
import struct

from asking import Ask, facts, play, predictions


def rows(n, seed=1):
    """Two clusters of points in the plane; the text and the true class of each point."""
    draw = random.Random(seed)
    lines, truth = [], {}
    for i in range(n):
        of = "AB"[i % 2]
        x, y = draw.gauss(3 * (i % 2) - 1.5, 0.7), draw.gauss(1 - 2 * (i % 2), 0.7)
        lines.append(f"{x:.3f},{y:.3f},{draw.random():.2f}")
        truth[str(i + 1)] = of
    return lines, truth


def digits(n, seed=2):
    """Pictures of 6 × 4 pixels of a vertical or horizontal bar, as bytes, and their true classes."""
    draw = random.Random(seed)
    pictures, truth = [], {}
    for i in range(n):
        upright, at = draw.random() < 0.5, draw.randrange(4)
        picture = bytearray(24)
        for y in range(6):
            for x in range(4):
                on = x == at if upright else y == at + 1
                picture[4 * y + x] = draw.randrange(180, 256) if on else draw.randrange(40)
        picture[0], picture[23] = (0, 255) if i == 0 else (picture[0], picture[23])  # uses the whole range of a byte
        pictures.append(bytes(picture))
        truth[str(i + 1)] = "stands" if upright else "lies"
    return pictures, truth


def write_idx(path, pictures):
    path.write_bytes(struct.pack(">BBBBIII", 0, 0, 8, 3, len(pictures), 6, 4) + b"".join(pictures))


def write_npy(path, kind, shape, data):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def csv_rows(work):
    """A CSV row is shown by its columns, with and without --knn, and few answers separate the clusters"""
    lines, truth = rows(80)
    (work / "rows.csv").write_text("height,width,depth\n" + "\n".join(lines) + "\n")
    for name, more in (("plain", []), ("knn", ["--knn", 5]), ("stream", ["--learner", "PAA"])):
        ask = Ask(work, work / "rows.csv", "--label-column", "none", "--classes", "A,B", "--out", work / name, "--budget", 10, *more)
        asked, done = play(ask, truth.get)
        ask.quit()
        assert done["reason"] in ("budget", "nothing left"), done
        for q in asked:
            height, width, _ = (float(x) for x in lines[int(q["item"]) - 1].split(","))
            assert float(q["fields"]["height"]) == height and float(q["fields"]["width"]) == width, q
        table, _ = predictions(work, work / name, f"{name}-results")
        right = sum(table[i]["class"] == truth[i] for i in truth)
        assert right >= 72, (name, right)
        assert (work / f"{name}-results/graph.graphml").exists() == (name == "knn")


def pictures(work):
    """IDX files and .npy arrays of pictures are shown as pictures, byte for byte, also with --knn"""
    images, truth = digits(60)
    write_idx(work / "bars-idx3-ubyte", images)
    write_npy(work / "bars.npy", "|u1", (len(images), 6, 4), b"".join(images))
    for name, file, more in (("idx", "bars-idx3-ubyte", []), ("npy", "bars.npy", []), ("knn", "bars.npy", ["--knn", 6])):
        ask = Ask(work, work / file, "--classes", "stands,lies", "--out", work / name, "--budget", 8, *more)
        asked, _ = play(ask, truth.get)
        ask.quit()
        for q in asked:
            picture = q["picture"]
            assert (picture["width"], picture["height"], picture["channels"]) == (4, 6, 1), picture
            assert base64.b64decode(picture["pixels"]) == images[int(q["item"]) - 1], q["item"]
            assert q["fields"] == {}, q["fields"]


def many_columns(work):
    """A row with many columns is shown by its sixty largest ones and the number of the others"""
    draw = random.Random(3)
    names = [f"w{k}" for k in range(100)]
    table = [[draw.choice([-1, 1]) * draw.random() for _ in names] for _ in range(20)]
    (work / "rows.csv").write_text(",".join(names) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in table))
    ask = Ask(work, work / "rows.csv", "--label-column", "none", "--classes", "A,B", "--out", work / "mine")
    q = ask.receive()
    ask.quit()
    shown = dict(q["fields"])
    assert shown.pop("…") == "40 smaller ones" and len(shown) == 60, q["fields"]
    row = dict(zip(names, table[int(q["item"]) - 1]))
    assert min(abs(row[name]) for name in shown) >= max(abs(row[name]) for name in names if name not in shown)


if __name__ == "__main__":
    facts(csv_rows, pictures, many_columns)
