#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find_opinions.py QUERENT [SENSITIVITY SPECIFICITY [RUNS]]: the value of a machine's opinions for --find (docs/opinions.md).

For each review a machine is simulated that calls a relevant record relevant with the first probability, and an irrelevant one irrelevant
with the second; default .8 and .9. Recall after 20, 50 and 100 records from the known records of RUNS lines of priors.jsonl, a new machine
in each: without opinions, with them, and with the same opinions shuffled among the records."""
import csv
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
SENSITIVITY, SPECIFICITY = (float(x) for x in sys.argv[2:4]) if len(sys.argv) > 3 else (0.8, 0.9)
RUNS = int(sys.argv[4]) if len(sys.argv) > 4 else 6
REVIEWS = pathlib.Path(os.environ.get("QUERENT_SHARED", "../shared")) / "data/reviews"
AFTER = (20, 50, 100)


def run(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def opinions(labels, seed, shuffled):
    rng = random.Random(seed)
    said = {name: rng.random() < (SENSITIVITY if of == "1" else 1 - SPECIFICITY) for name, of in labels.items()}
    values = list(said.values())
    if shuffled:
        rng.shuffle(values)
    return "".join(f"{name}\t{'relevant' if one else 'irrelevant'}\n" for name, one in zip(said, values))


def played(review, folder, labels, prior, more):
    """Recall after some numbers of records."""
    (folder / "prior.jsonl").write_text(prior)
    shutil.rmtree(folder / "out", ignore_errors=True)
    run("run", folder / "review", "--labels", review / "labels.csv", "--find", "relevant", "--priors", folder / "prior.jsonl", "--runs", 1, "--checks",
        0, "--budget", AFTER[-1], "--out", folder / "out", "--quiet", *more)
    with open(folder / "out/recall.csv", newline="") as file:
        curve = [(int(row["read"]), float(row["recall_mean"])) for row in csv.DictReader(file)]
    return [max(recall for read, recall in curve if read <= count) for count in AFTER]


def main():
    print(f"| review | opinions | {' | '.join(f'recall after {count}' for count in AFTER)} |\n| --- | --- |{' --- |' * len(AFTER)}")
    for review in sorted(REVIEWS.iterdir()):
        with open(review / "labels.csv", newline="") as file:
            labels = {row["openalex_id"]: row["label_included"] for row in csv.DictReader(file)}
        priors = (review / "priors.jsonl").read_text().splitlines()[:RUNS]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            run("graph", review / "works.zip", "--kind", "citations", "--out", folder / "review", "--quiet")
            for name in ("none", "of the machine", "shuffled"):
                found = []
                for seed, prior in enumerate(priors):
                    (folder / "opinions.tsv").write_text(opinions(labels, seed, name == "shuffled"))
                    found.append(played(review, folder, labels, prior + "\n", [] if name == "none" else ["--opinions", folder / "opinions.tsv"]))
                cells = [f"{statistics.mean(of):.3f} ± {statistics.stdev(of) / len(of) ** 0.5:.3f}" for of in zip(*found)]
                print(f"| {review.name} | {name} | {' | '.join(cells)} |", flush=True)


main()
