#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutations.py PROGRAM [LINES [FILES [SEED]]]: LINES mutated command lines, and FILES mutated files of every format read by `inspect`.
None may end with an undocumented exit code, hang, or print control characters."""
import os, random, re, sys
from attack import *

lines, files, seed = (int(w) for w in (sys.argv[2:] + ["60", "150", "0"][len(sys.argv) - 2:]))
dice = random.Random(seed)
forks = Forks()
here = os.path.dirname(os.path.abspath(__file__))
ring()
write("rows.csv", "a,b,c,k\n" + "".join(f"{i},{i % 5},{i % 3},{i % 2}\n" for i in range(12)))
write("works.bib", "".join(f"@article{{w{i}, title={{Work {i}}}, author={{Doe, Jane and Roe, R{i}}}, year={{20{i:02}}}}}\n" for i in range(9)))
corpora = [os.path.join(at, name) for root in ("../data/formats", "../data/corpus") for at, _, names in os.walk(os.path.join(here, root)) for name in names
           if not name.endswith(".py") and "/plan" not in at and "/cell" not in at and "/registration" not in at and "/shards" not in at]
corpora.sort()
base = [["run", "--edges", "e.tsv", "--labels", "l.tsv", "--learner", "MSG", "--dim", "4", "--no-cache"], ["run", "rows.csv", "--learner", "PA", "--runs", "2"],
        ["inspect", "e.tsv", "--labels", "l.tsv"], ["embed", "e.tsv", "--dim", "3", "--out", "x.npy", "--no-cache"], ["sweep", "rows.csv", "--learner", "PA", "--rates", "0.3", "--runs", "1"],
        ["train", "rows.csv", "--learner", "PA", "--model", "m"], ["predict", "--model", "m", "rows.csv"], ["learners", "MSG"], ["datasets"], ["help", "formats"], ["run", "karate", "--learner", "auto", "--dim", "4", "--budget", "5"],
        ["run", "rows.csv", "--learner", "PA", "--average", "--passes", "2", "--final", "--class-weight", "1=3", "--probabilities"], ["run", "rows.csv", "--learner", "PA", "--query", "random:0.5", "--importance", "--hash", "3"],
        ["run", "rows.csv", "--learner", "PA", "--bounds"], ["run", "rows.csv", "--learner", "PA", "--stream"], ["train", "rows.csv", "--learner", "PA", "--average", "--class-weight", "1=3", "--model", "w"], ["predict", "--model", "w", "rows.csv", "--probabilities"],
        ["embed", "e.tsv", "--dim", "3", "--null-vector", "keep", "--out", "x.tsv", "--no-cache"], ["ask", "rows.csv", "--classes", "0,1", "--out", "asked", "--json"], ["graph", "works.bib", "--kind", "coauthors", "--out", "g"]]
words = ["--json", "--quiet", "--lenient", "--order", "pool", "file", "--budget", "-1", "nan", "1e400", "0", "99999999999999999999", "--seed", "--rates", "inf", "--scale", "standard", "--bias",
         "--stream", "--one-hot", "--missing", "mean", "--drop-column", "--label-column", "--source-column", "2", "--knn", "3", "--components", "--param", "h=", "h=x", "=", "--out", "", "-", "--", "%s%n", "é", "a" * 300,
         "--threads", "--as", "vectors", "graph", "--features", "use", "--hold-out", "0.5", "--positive", "rest", "1", "--classes", "0,1", "--checkpoint-every"]
# every option of every command; the server of a page would not end
words += sorted(set(re.findall(r"^\| `(--[a-z-]+)", run("help", "--as", "markdown").stdout, re.MULTILINE)) - {"--web", "--listen"})
for k in range(lines):
    line = list(dice.choice(base))
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(line) + 1)
        kind = dice.randrange(5)
        if kind == 0:
            line.insert(at, dice.choice(words))
        elif kind == 1 and len(line) > 1:
            line.pop(min(at, len(line) - 1))
        elif kind == 2:
            line[min(at, len(line) - 1)] = dice.choice(words)
        elif kind == 3:
            word = line[min(at, len(line) - 1)]
            cut = dice.randrange(len(word) + 1)
            line[min(at, len(line) - 1)] = word[:cut] + dice.choice("-=.x0é ") + word[cut:]
        else:
            line.insert(at, dice.choice(line))
    ended = forks.run(*line, timeout=120)
    expect(f"{line}", ended, (0, 1, 2, 3, 4, 5, 6))
for k in range(files):
    name = dice.choice(corpora)
    data = bytearray(open(name, "rb").read())
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(data) + 1)
        kind = dice.randrange(6)
        if kind == 0 and data:
            data[min(at, len(data) - 1)] ^= 1 << dice.randrange(8)
        elif kind == 1 and data:
            data[min(at, len(data) - 1)] = dice.choice(b"\0\n\r\t \",;:-.0918e{}[]<>&#%\xff")
        elif kind == 2:
            del data[at:at + dice.randint(1, 20)]
        elif kind == 3:
            data[at:at] = data[dice.randrange(len(data) + 1):][:dice.randint(1, 20)]
        elif kind == 4:
            data[at:at] = dice.choice([b"99999999999", b"-1", b"nan", b"1e400", b"\xed\xa0\x80", b"\x1b[2J", b'"', b"\n\n"])
        else:
            del data[at:]
    suffix = os.path.splitext(name)[1]
    write("f" + suffix, bytes(data))
    more = dice.choice(([], [], ["--lenient"], ["--as", "vectors"], ["--as", "graph"], ["--one-hot", "--as", "vectors", "--missing", "mean"]))
    expect(f"{k}: {os.path.relpath(name, here)} mutated, seed {seed} {more}", forks.run("inspect", "f" + suffix, *more, timeout=60), (0, 2, 3, 4, 5, 6))
    os.remove("f" + suffix)
print(f"{lines} command lines, {files} files")
finish("mutations")
