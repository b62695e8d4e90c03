#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""summary.py SOURCE_DIR: the table "numbers played" of docs/REPRODUCED.md adds up, its columns of |z| agree with
docs/reproduced.tsv, and the page is short."""
import sys
from pathlib import Path

PAPERS = ["msg", "d-ada", "paa", "dkm-cbgz", "duol"]  # in the order of the table
LONGEST_PAGE = 12_000  # bytes


def table(text):
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("| paper | tables | numbers played |"))
    last = next(i for i in range(first, len(lines)) if not lines[i].startswith("|"))
    return lines[first:last]


def counts(text):
    """{paper: [played, |z| ≤ 2, ≤ 3, > 3]}"""
    of = {paper: [0, 0, 0, 0] for paper in PAPERS}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        paper, *names = line.split("\t")
        mean, deviation, n, ours, spread, m = map(float, names[4:])
        z = abs(ours - mean) / (deviation**2 / n + spread**2 / m) ** 0.5
        of[paper][0] += 1
        of[paper][1 if z <= 2 else 2 if z <= 3 else 3] += 1
    return of


source = Path(sys.argv[1])
text = (source / "docs/REPRODUCED.md").read_text()
page = table(text)
if len(text.encode()) > LONGEST_PAGE:
    sys.exit(f"docs/REPRODUCED.md: {len(text.encode())} bytes, at most {LONGEST_PAGE}: reproduce --all writes the full tables")
rows = [[int(cell) for cell in line.strip("|").split("|")[2:]] for line in page[2:]]
for paper, count, row in zip(PAPERS, counts((source / "docs/reproduced.tsv").read_text()).values(), rows):
    if row[:4] != count:
        sys.exit(f"{paper}: the table says {row[:4]}, docs/reproduced.tsv {count}")
if [sum(column) for column in zip(*rows[:-1])] != rows[-1]:
    sys.exit("the papers' lines do not add up to the last one")
print(f"{len(rows) - 1} papers, {rows[-1][0]} numbers")
