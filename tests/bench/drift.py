#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""drift.py QUERENT: learners that forget, on streams that change.

Each stream has 20,000 rows of 20 normal features; the class is the side of a hyperplane, and 5 % of the labels are wrong.
The hyperplane stays, turns by two right angles over the whole stream, or is drawn anew after every 5,000 rows (the rotating
hyperplane of Hulten, Spencer, Domingos, KDD 2001). Prints the error of each learner with every --forget, over five
streams, and how often its 95 % interval holds the error of the latest 2,000 rows.
"""
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile

ROWS, FEATURES, NOISE, STREAMS, LATEST = 20_000, 20, 0.05, 5, 2_000
LEARNERS = ["PAA-I:b=1", "D-ADA:b=1,eta=0.1,delta=1", "MSG"]


def unit(rng):
    v = [rng.gauss(0, 1) for _ in range(FEATURES)]
    length = math.sqrt(sum(x * x for x in v))
    return [x / length for x in v]


def normals(kind, rng):
    """The hyperplane's normal of each row."""
    first, other = unit(rng), unit(rng)
    along = sum(a * b for a, b in zip(first, other))
    other = [b - along * a for a, b in zip(first, other)]
    length = math.sqrt(sum(x * x for x in other))
    other = [x / length for x in other]
    now = first
    for t in range(ROWS):
        if kind == "turning":
            angle = math.pi * t / ROWS
            now = [math.cos(angle) * a + math.sin(angle) * b for a, b in zip(first, other)]
        elif kind == "redrawn" and t and t % 5_000 == 0:
            now = unit(rng)
        yield now


def write(path, kind, seed):
    rng = random.Random(f"{kind} {seed}")
    with open(path, "w", encoding="utf-8") as out:
        for normal in normals(kind, rng):
            x = [rng.gauss(0, 1) for _ in range(FEATURES)]
            label = sum(a * b for a, b in zip(normal, x)) > 0
            if rng.random() < NOISE:
                label = not label
            out.write(f"{int(label)} " + " ".join(f"{j + 1}:{v:.4f}" for j, v in enumerate(x)) + "\n")


def played(querent, path, learner, forget, out):
    command = [querent, "run", path, "--order", "file", "--learner", learner, "--out", out, "--quiet"]
    subprocess.run(command + (["--forget", str(forget)] if forget else []), check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(out, "run.json"), encoding="utf-8") as read:
        run = json.load(read)["runs"][0]
    with open(os.path.join(out, "predictions.csv"), encoding="utf-8") as read:
        rows = list(csv.DictReader(read))
    wrong = [row["predicted"] != row["label"] for row in rows]
    return run, sum(wrong) / len(wrong), sum(wrong[-LATEST:]) / LATEST


def main():
    querent = sys.argv[1]
    print("stream\tlearner\tforget\terror\terror of the latest\tlabels\testimate\tinterval holds")
    with tempfile.TemporaryDirectory() as scratch:
        for kind in ("standing", "turning", "redrawn"):
            paths = [os.path.join(scratch, f"{kind}{k}.svm") for k in range(STREAMS)]
            for k, path in enumerate(paths):
                write(path, kind, k)
            for learner in LEARNERS:
                for forget in (0, 100, 300, 1000):
                    played_ = [played(querent, path, learner, forget, os.path.join(scratch, "out")) for path in paths]
                    mean = [sum(p[i] for p in played_) / STREAMS for i in (1, 2)]
                    runs = [p[0] for p in played_]
                    labels = sum(r["queries"] for r in runs) / STREAMS
                    estimate = sum(r["estimated_error"] for r in runs) / STREAMS
                    holds = sum(r["estimated_error_low"] <= p[2] <= r["estimated_error_high"] for r, p in zip(runs, played_))
                    print(f"{kind}\t{learner}\t{forget or 'none'}\t{mean[0]:.4f}\t{mean[1]:.4f}\t{labels:.0f}\t{estimate:.4f}\t{holds} of {STREAMS}", flush=True)


if __name__ == "__main__":
    main()
