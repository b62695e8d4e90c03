#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S15: docs/formats.md is right about citation files: the citations as SOURCE and the papers as --labels give graph, classes and words.
(tests/docs/snippets.py runs every other command of the page.)"""
import os
from attack import *

write("cora.cites", "1\t2\n2\t3\n3\t1\n3\t4\n")
write("cora.content", "".join(f"{i}\t{i % 2}\t{i // 2 % 2}\t1\t0\tclass{i % 2}\n" for i in range(1, 5)))
ended = expect("cora.cites with cora.content", run("inspect", "cora.cites", "--labels", "cora.content"), 0)
check("has the classes", "graph of 4 nodes, 4 edges, 2 classes" in ended.stdout, ended.stdout)
page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/formats.md")
words = " ".join(open(page).read().split())
check("the page says --labels", "`cora.content`" in words and "the second as `--labels`" in words)
expect("an empty file of papers", run("inspect", "cora.cites", "--labels", write("empty.content", "")), (0, 3))
finish("S15")
