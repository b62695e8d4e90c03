#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S14: a decimal comma never changes a graph or rows: it is rejected with a remedy that works."""
import re
from attack import *

for name, text in {"blanks": "1 2 0,5\n2 3 1,5\n3 1 2,25\n", "semicolons": "1;2;0,5\n2;3;1,5\n3;1;2,25\n", "tabs": "1\t2\t0,5\n2\t3\t1,5\n3\t1\t2,25\n",
                   "in the second line": "1 2 1\n2 3 1,5\n3 1 2,25\n", "a header": "source;target;weight\n1;2;0,5\n2;3;1,5\n3;1;2\n"}.items():
    expect(f"edges by {name}", run("inspect", "--edges", write("d.tsv", text)), 3, "decimal points")
    ended = expect(f"edges by {name}, with points", run("inspect", "--edges", write("d.tsv", re.sub(r"(\d),(\d)", r"\1.\2", text))), 0)
    check(f"edges by {name} are a triangle", "graph of 3 nodes, 3 edges" in ended.stdout, ended.stdout)
for name, text in {"semicolons": "1,5;2,5;3,5;a\n2,5;3,5;1;b\n", "tabs": "1,5\t2,5\t3,5\ta\n2,5\t3,5\t1\tb\n"}.items():
    expect(f"rows by {name}", run("inspect", write("d.csv", text), "--as", "vectors"), 3, "decimal points")
    expect(f"rows by {name}, with points", run("inspect", write("d.csv", text.replace(",", ".")), "--as", "vectors"), 0)
finish("S14")
