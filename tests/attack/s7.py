#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S7: a node id or a class with a line end or a tab never shifts the rows of an embedding: writers of one line per node reject it."""
import os
from attack import *

for shown, inner in (("a line end", "a&#10;b"), ("a tab", "a&#9;b"), ("a CR", "a&#13;b"), ("nothing odd", "a b")):
    for what in ("id", "class"):
        nodes = "".join(f'<node id="{inner if what == "id" and i == 0 else f"n{i}"}"><data key="c">{inner if what == "class" and i == 0 else "k"}</data></node>' for i in range(6))
        edges = "".join(f'<edge source="{inner if what == "id" and i == 0 else f"n{i}"}" target="n{i + 1}"/>' for i in range(5))
        write("g.graphml", f'<graphml><key id="c" for="node" attr.name="class"/><graph edgedefault="undirected">{nodes}{edges}</graph></graphml>')
        for suffix in (".tsv", ".npy", ".svm"):
            out = "x" + suffix
            for file in (out, "x.nodes.tsv"):
                os.path.exists(file) and os.remove(file)
            odd = shown != "nothing odd"
            ended = expect(f"{what} with {shown} to {suffix}", run("embed", "g.graphml", "--dim", "2", "--out", out, "--quiet"), 3 if odd else 0, "rename it" if odd else "")
            written = [f for f in (out, "x.nodes.tsv") if os.path.exists(f)]
            check(f"{what} with {shown} to {suffix}: nothing, or one line per node", not written if odd else all(
                f.endswith(".npy") or len(open(f).read().splitlines()) == 6 + (suffix != ".svm") for f in written), written)
finish("S7")
