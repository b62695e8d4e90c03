#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""summary.py SOURCE_DIR: the table "numbers played" at the beginning of docs/REPRODUCED.md adds up: the papers' lines give the last
one, and played is the sum of the three columns of |z|."""
import sys
from pathlib import Path


def table(text):
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("| paper | tables | numbers played |"))
    last = next(i for i in range(first, len(lines)) if not lines[i].startswith("|"))
    return lines[first:last]


source = Path(sys.argv[1])
page = table((source / "docs/REPRODUCED.md").read_text())
rows = [[int(cell) for cell in line.strip("|").split("|")[2:]] for line in page[2:]]
for row in rows:
    if row[0] != sum(row[1:4]):
        sys.exit(f"{row}: played is not the sum of the columns of |z|")
if [sum(column) for column in zip(*rows[:-1])] != rows[-1]:
    sys.exit("the papers' lines do not add up to the last one")
print(f"{len(rows) - 1} papers, {rows[-1][0]} numbers")
