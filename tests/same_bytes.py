#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether two builds of the program give the same results: tests/same_bytes.py BEFORE AFTER [WORD]

Runs a list of commands (every relevant source, family and option) with both programs and compares standard output, the exit code and
every file they write, byte by byte, except for seconds, versions and the machine in run.json. Names each command that differs and exits
with 1. WORD selects the commands that contain it. It is not a test of the suite, because it needs two programs; it checks a refactoring
that must not change results."""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

DATASETS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "datasets")
TIMES = re.compile(rb'("(?:seconds|embedding_seconds|peak_memory_mb|threads|machine|host|time)": ?)("[^"]*"|[0-9.e+-]+)'
                   rb'|"sha256": "[0-9a-f]+"'  # of a cell, which contains seconds
                   rb'|\b[0-9.]+ (?:ms|s|min)\b|\b[0-9]+m [0-9]+s\b'
                   rb'|(?m:(?<=[0-9] ) +[0-9]+\.[0-9]+$)')


def inputs(where):
    """Small sources of every kind, made again each time with the same random seed."""
    draw = random.Random(7)
    n, classes = 120, ("red", "green", "blue")
    side = [draw.choice(classes) for _ in range(n)]
    edges = set()
    while len(edges) < 420:
        i, j = draw.randrange(n), draw.randrange(n)
        if i != j and (side[i] == side[j] or draw.random() < .15):
            edges.add((min(i, j), max(i, j)))
    edges = sorted(edges)
    with open(where + "/edges.tsv", "w") as f:
        f.writelines(f"n{i}\tn{j}\n" for i, j in edges)
    seen = sorted({i for e in edges for i in e})
    with open(where + "/labels.tsv", "w") as f:
        f.writelines(f"n{i}\t{side[i]}\n" for i in seen if i % 10)
    with open(where + "/sets.tsv", "w") as f:
        f.writelines(f"n{i}\t{side[i]}{',blue' if i % 3 == 0 and side[i] != 'blue' else ''}\n" for i in seen)
    with open(where + "/all.tsv", "w") as f:
        f.writelines(f"n{i}\t{side[i]}\n" for i in seen)
    with open(where + "/words.svm", "w") as f:
        for i in seen:
            if i % 10 == 0:
                continue
            words = sorted({classes.index(side[i]) * 10 + draw.randrange(10) + 1 for _ in range(4)} | {31 + draw.randrange(9)})
            f.write("0 " + " ".join(f"{w}:1" for w in words) + "\n")
    with open(where + "/graph.gml", "w") as f:
        f.write("graph [\n" + "".join(f'node [ id {i} value "{side[i]}" ]\n' for i in range(n)) +
                "".join(f"edge [ source {i} target {j} ]\n" for i, j in edges) + "]\n")
    with open(where + "/rows.svm", "w") as f:
        for _ in range(300):
            y = draw.choice((-1, 1))
            f.write(f"{y} " + " ".join(f"{k}:{y * (k % 3) * .3 + draw.gauss(0, 1):.4f}" for k in range(1, 9)) + "\n")
    with open(where + "/three.csv", "w") as f:
        f.write("a,b,c,class\n")
        for _ in range(240):
            y = draw.randrange(3)
            f.write(",".join(f"{(k == y) * 1.5 + draw.gauss(0, .8):.4f}" for k in range(3)) + f",{'xyz'[y]}\n")
    with open(where + "/sets.svm", "w") as f:
        for _ in range(200):
            labels = sorted({draw.randrange(4) for _ in range(2)})
            f.write(",".join(map(str, labels)) + " " + " ".join(f"{k + 1}:{(k in labels) * 1.2 + draw.gauss(0, .6):.4f}" for k in range(5)) + "\n")


G = "--edges edges.tsv --labels labels.tsv"
COMMANDS = f"""
run karate --learner MSG
run karate --learner MSG --runs 3 --json
run karate --learner auto --budget 10 --final --json
run {G} --learner MSG --runs 5 --json --out o
run {G} --learner CMOG --runs 2 --json
run {G} --learner CMOG-Q --encoding margin --json
run {G} --learner RLS-all --learner GPA --learner BBQ --runs 2
run {G} --learner BBQ-eps --param epsilon=0.5 --json
run {G} --learner DGS --json
run {G} --learner auto --budget 40 --final --runs 3 --json --out o
run {G} --learner auto --budget 20% --hold-out 0.3 --final --runs 2 --json
run {G} --learner auto --ask little --json
run {G} --learner auto --stop-at-error 0.3 --json
run {G} --learner auto --budget 30 --batch 5 --json --final
run {G} --learner auto --budget 30 --delay 7 --runs 2 --json --out o
run {G} --learner auto --budget 30 --features words.svm --final --json --out o
run {G} --learner auto --features words.svm --laplacian combinatorial --dim 20 --json
run {G} --learner MSG --features words.svm --features use --json
run {G} --learner MSG --query random:0.3 --runs 2 --json
run {G} --learner MSG --query thrifty --param c=0.5 --json
run {G} --learner MSG --budget 15 --batch 3 --delay 4 --json
run {G} --learner MSG --checkpoint-every 20 --json --out o
run {G} --learner auto --budget 30 --checkpoint-every 20 --json --out o
run {G} --learner MPA --learner SOAL-full --json
run {G} --learner MSG --order file --json --out o
run {G} --learner DUOL --json
run {G} --learner MSG --learner auto --json --threads 2 --runs 4
run graph.gml --learner MSG --component all --json
run --edges edges.tsv --labels sets.tsv --label-sets --learner M-DUOL --json
run --edges edges.tsv --labels sets.tsv --label-sets --learner MIRA --learner Uniform --runs 2 --json
run rows.svm --learner PAUM --learner PA-I --learner DKM --json
run rows.svm --learner SOAL --runs 3 --json --out o
run rows.svm --learner SOAL-full --query margin --json
run rows.svm --learner DUOL --budget-sv 30 --json
run rows.svm --learner ALMA --learner ROMMA --json
run rows.svm --learner D-ADA --learner SOP --json
run rows.svm --learner PAA --positive-weight 0.7 --json
run rows.svm --learner auto --budget 50 --json --final
run rows.svm --learner auto --budget 50 --knn 5 --json --final
run rows.svm --stream --learner PAUM --json --out o
run rows.svm --stream --positive 1 --learner PA-II --query random:0.3 --json --out o
run rows.svm --stream --positive 1 --learner MSG --num-features 8 --json
run three.csv --learner MSG --scale standard --json --out o
run three.csv --learner MPA --learner GPA --scale unit --bias --runs 2 --json
run three.csv --positive x --learner PEA --json
run three.csv --classes x,y --learner DUOL --json
run three.csv --stream --learner MSG --checkpoint-every 50 --json --out o
run three.csv --learner kMPA-I --json
run sets.svm --learner M-DUOL --learner Prop --json --out o
run digits --learner MSG --budget 5% --json
run digits --learner auto --budget 40 --final --json
sweep karate --learner MSG --rates 0.3,0.6 --runs 3 --json
sweep {G} --learner MSG --learner auto --rates 0.1,0.3 --runs 3 --json --out o
sweep rows.svm --learner PAUM --learner SOAL --query random --rates 0.2 --runs 2 --json
sweep three.csv --learner MPA --grid C=0.1,1 --rates 0.3 --runs 2 --json
train {G} --learner MSG --model m.model --json ; predict --model m.model {G} --json
train {G} --learner auto --budget 30 --model m.model --json ; predict --model m.model {G} --out o
train {G} --learner auto --features words.svm --budget 30 --model m.model ; predict --model m.model {G} --features words.svm
train rows.svm --learner SOAL --model m.model ; predict --model m.model rows.svm
train three.csv --learner kMPA-I --model m.model ; predict --model m.model three.csv --json
inspect {G} --json
inspect three.csv
embed {G} --out e.tsv
learners --json
learners MSG
datasets
run {G} --learner nothing
run rows.svm --learner MSG --param gamma=-1
run rows.svm --learner PAUM --query theta
""".strip().split("\n")


def play(program, command, where):
    environment = dict(os.environ, QUERENT_DATASETS=DATASETS, QUERENT_CACHE=where + "/cache", NO_COLOR="1", SOURCE_DATE_EPOCH="0")
    inputs(where)
    before = set(os.listdir(where))
    output = []
    for part in command.split(" ; "):
        done = subprocess.run([program] + part.split(), cwd=where, env=environment, capture_output=True, timeout=600, check=False)
        output.append((done.returncode, TIMES.sub(rb"\1_", done.stdout), TIMES.sub(rb"\1_", done.stderr)))
    files = {}
    for folder, _, names in os.walk(where):
        for name in names:
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, where)
            if inside in before or inside.startswith("cache") or name.endswith((".png", ".svg", ".model")):
                continue
            data = open(path, "rb").read()
            if name == "run.json":
                facts = json.loads(data)
                for key in ("machine", "built", "compiler", "version", "querent", "command_line"):
                    facts.pop(key, None)
                data = json.dumps(facts, indent=1).encode()
            files[inside] = TIMES.sub(rb"\1_", data)
    return output, files


def main():
    before, after = (os.path.abspath(p) for p in sys.argv[1:3])
    wanted = sys.argv[3] if len(sys.argv) > 3 else ""
    differ = played = 0
    for command in COMMANDS:
        if wanted not in command:
            continue
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            a, b = play(before, command, one), play(after, command, two)
        a, b = (eval(repr(x).replace(w, "HERE")) for x, w in ((a, one), (b, two)))  # noqa: S307 -- our own literals
        played += 1
        if a == b:
            continue
        differ += 1
        print(f"DIFFERS: {command}")
        for (code, out, err), (code2, out2, err2) in zip(a[0], b[0]):
            for what, x, y in (("exit code", code, code2), ("stdout", out, out2), ("stderr", err, err2)):
                if x != y:
                    print(f"  {what}: {x[:300] if isinstance(x, bytes) else x}\n    now: {y[:300] if isinstance(y, bytes) else y}")
        for name in sorted(set(a[1]) | set(b[1])):
            if a[1].get(name) != b[1].get(name):
                print(f"  file {name}")
    print(f"{played} commands, {differ} differ")
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
