#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""opinions.py QUERENT FOLDER [RUNS]: the value of a machine's opinions, by number of human labels (docs/notes/auto.md).

FOLDER has edges.tsv, labels.tsv, opinions-gpt35.tsv and perhaps features.svm.xz, as cora of the shared data. Each row of the table
is a number of human labels, asked by `auto`; accuracy on all items that were not asked, mean of RUNS orders, without opinions,
with them, and with the same opinions shuffled among the items; how often the 95 % interval contained the true error."""
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

program, folder, runs = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 20
BUDGETS = (0, 14, 35, 70, 140)


def shuffled(path, out):
    head, *rows = path.read_text().splitlines()
    rows = [row.split("\t", 1) for row in rows]
    answers = [row[1] for row in rows]
    random.Random(0).shuffle(answers)
    out.write_text("\n".join([head] + [f"{row[0]}\t{one}" for row, one in zip(rows, answers)]) + "\n")
    return out


def played(budget, opinions, words):
    features = ["--features", str(folder / "features.svm.xz")] if words else []
    done = subprocess.run([program, "run", "--edges", str(folder / "edges.tsv"), "--labels", str(folder / "labels.tsv"), *features,
                           "--component", "all", "--learner", "auto", "--order", "pool", "--budget", str(budget), "--runs",
                           str(1 if budget == 0 else runs), "--final", "--json", "--quiet", *(["--opinions", str(opinions)] if opinions else [])],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["runs"]


def cell(result):
    right = [1 - run["final_error"] for run in result]
    error = statistics.stdev(right) / len(right) ** 0.5 if len(right) > 1 else 0
    known = [run for run in result if run.get("estimated_error_low", 0) > 0 or run.get("estimated_error_high", 1) < 1]
    inside = [run["estimated_error_low"] <= run["final_error"] <= run["estimated_error_high"] for run in known]
    return f"{statistics.mean(right):.3f} ± {error:.3f}" + (f", {sum(inside)}/{len(inside)}" if inside else "")


with tempfile.TemporaryDirectory() as work:
    answers = folder / "opinions-gpt35.tsv"
    mixed = shuffled(answers, pathlib.Path(work) / "shuffled.tsv")
    for words in (False, True) if (folder / "features.svm.xz").exists() else (False,):
        print(f"\n| {folder.name}, {'graph and words' if words else 'graph alone'}: labels | none | opinions | shuffled |\n| --- | --- | --- | --- |")
        for budget in BUDGETS:
            print(f"| {budget} | " + " | ".join("–" if budget == 0 and opinions != answers else cell(played(budget, opinions, words))
                                                  for opinions in (None, answers, mixed)) + " |", flush=True)
