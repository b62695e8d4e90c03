#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""S5, counted: the instructions for a file of n bytes, which do not depend on other work of the machine (s5.py bounds memory and CPU time).
At most 1e9 for 64 KiB, a second of the attacked machine, and at most 3 times as many for twice the bytes (a quadratic reader needs four
times; a line that is longer than the first block is read up to 2.6 times as often as one that fits), in addition to those for reading one line. Valgrind loads the program once and follows its forks, each with a count of its own."""
import glob, re, shutil
from attack import *

if not (shutil.which("valgrind") and shutil.which("cc")):
    print("skipped by name: valgrind or a C compiler is not here")
    sys.exit(0)
forks = Forks(under=["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=steps.%p"])


def steps(*words):
    ended = forks.run(*words, timeout=250)
    written = glob.glob("steps.*")
    counted = written and re.search(r"^summary: (\d+)$", open(written[0]).read(), re.M)
    for file in written:
        os.remove(file)
    check(f"{' '.join(words)} is counted", len(written) == 1 and counted and ended.returncode in (0, 3, 5), ended.stderr[-500:])
    return int(counted[1]) if counted else 1


at("S5.1")
least = steps("inspect", write("one.tsv", "a b\n"))
rows = ["--as", "vectors"]
for row, name, file, more, text in (
        ("S5.1", "a stray quote above rows", "q.csv", rows, lambda n: 'a,b,k\n1,2,"x\n' + "1,2,x\n" * (n // 6)),
        ("S5.1", "stray quotes", "q.csv", rows, lambda n: "a,b,k\n" + '1,2,"x\n' * (n // 7)),
        ("S5.1", "line ends in quotes", "q.csv", rows, lambda n: 'a,b,k\n1,2,"' + "\n" * n),
        ("S5.4", "one long row", "c.csv", rows, lambda n: "1" + ",1" * (n // 2) + "\n"),
        ("S5.5", "attributes", "a.arff", [], lambda n: "@relation r\n" + "".join(f"@attribute a{i:06} real\n" for i in range(n // 24)) + "@attribute k {a,b}\n@data\n{0 1}\n"),
        ("S5.5", "values of an attribute and rows of others", "v.arff", [], lambda n: "@relation r\n@attribute k {" + ",".join(f"v{i:05}" for i in range(n // 14)) + "}\n@attribute x real\n@data\n" + "w,1\n" * (n // 8)),
        ("S5.5", "a long line of blanks", "l.svm", [], lambda n: "1 1:1" + " " * n + "2:1\n"),
        ("S5.5", "a long line of entries", "l.svm", [], lambda n: "1 " + " ".join(f"{i}:1" for i in range(1, n // 7)) + "\n"),
        ("S5.5", "labels of one row", "l.svm", [], lambda n: ",".join(map(str, range(n // 6))) + " 1:1\n"),
        ("S5.5", "deep JSON", "d.json", [], lambda n: '{"nodes": ' + "[" * n),
        ("S5.5", "nodes of JSON without links", "w.json", [], lambda n: '{"nodes": [' + ",".join(f'{{"id":{i}}}' for i in range(n // 12)) + "]}"),
        ("S5.5", "nodes of GML", "g.gml", [], lambda n: "graph [\n" + "".join(f"node [ id {i} ]\n" for i in range(n // 18)) + "]\n")):
    at(row)
    took = []
    for size in (1 << 15, 1 << 16):
        took.append(steps("inspect", write(file, text(size)), *more) - least)
    check(f"{name}: {took[1]:,} for 64 KiB", took[1] <= 1e9)
    check(f"{name}: {took[1] / max(took[0], 1):.2f} times as many for twice the bytes", took[1] <= 3 * max(took[0], 1e6), took)
finish("S5, counted", ["S5.1", "S5.4", "S5.5"])
