#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""why.py QUERENT DRAWS LABELLED [--find CLASS] SOURCE LABELS [OPTION…]: does a prediction depend on the answers that `ask`
names as its reasons? LABELLED random items are labelled; the predicted class of 20 random questions, with --find of the 20 most probable
records, is computed again without the three answers that are named, and without three random ones. Counts the predictions that change,
over DRAWS draws."""
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile


def predicted(program, source, seeds, options, tmp):
    (tmp / "told.tsv").write_text("".join(f"{item}\t{label}\n" for item, label in seeds.items()))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*program, *source, "--seeds", tmp / "told.tsv", "--out", f"{folder}/a", "--export", f"{folder}/x", "--quiet", *options],
                       check=True, capture_output=True)
        with open(f"{folder}/x/predictions.csv", newline="") as file:
            return {row["id"]: row["class"] for row in csv.DictReader(file)}


def questions(program, source, seeds, options, tmp):
    (tmp / "told.tsv").write_text("".join(f"{item}\t{label}\n" for item, label in seeds.items()))
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*program, *source, "--seeds", tmp / "told.tsv", "--out", f"{folder}/a", "--json", "--batch", "20", "--quiet",
                               "--checks", "0" if "--find" in options else "1", *options], check=True, capture_output=True, text=True, input="")
    return [line for line in map(json.loads, done.stdout.splitlines()) if line["type"] == "question" and line.get("because")]


def main():
    program, draws, labelled = [sys.argv[1], "ask"], int(sys.argv[2]), int(sys.argv[3])
    rest, options = sys.argv[4:], []
    if rest[0] == "--find":
        options, rest = rest[:2], rest[2:]
    source, label_file, options = [rest[0]], rest[1], options + rest[2:]
    truth = dict(line.rstrip("\n").split("\t")[:2] for line in open(label_file))
    flips, of_random, all_of_them = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        tmp = pathlib.Path(folder)
        for seed in range(draws):
            rng = random.Random(seed)
            seeds = {item: truth[item] for item in rng.sample(sorted(truth), labelled)}
            for one in questions(program, source, seeds, options, tmp):
                named = [answer["item"] for answer in one["because"]["answers"]]
                before = one["prediction"]["class"]
                drawn = rng.sample(sorted(seeds), len(named))
                without = [predicted(program, source, {k: v for k, v in seeds.items() if k not in some}, options, tmp)[one["item"]]
                           for some in (named, drawn)]
                flips += without[0] != before
                of_random += without[1] != before
                all_of_them += 1
    print(f"{rest[0]}: {all_of_them} predictions; without the three named {flips} change, without three others {of_random}")


if __name__ == "__main__":
    main()
