#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calibration of `querent ask`: whether predictions with a probability of 80 % are right in eight of ten cases.

    ask_calibration.py QUERENT DATA [--answers 20] [--orders 3] [--keep FOLDER]

A simulated annotator with the true labels answers `--json` on six graphs of DATA (shared data/graphs), --answers per class. The
probability in predictions.csv of each item that was not asked is then compared with the share of right predictions, in ten bins of equal
width. With --keep the answers stay in FOLDER and are not asked again: questions do not depend on the calibration, so two builds are
compared on the same answers. Prints for each graph the expected calibration error Σ_b n_b/n |right_b − mean probability_b| (Guo et al.,
ICML 2017), the mean over orders, and the reliability table of all.
"""
import argparse
import csv
import lzma
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "ask"))

GRAPHS = ["cora", "citeseer", "pubmed", "amazon-photo", "coauthor-cs", "imdb-snbc-4genres"]
BINS = 10


def truth_of(folder):
    file = folder / "labels.tsv"
    text = file.read_text() if file.exists() else lzma.open(f"{file}.xz", "rt").read()
    return dict(line.split("\t")[:2] for line in text.splitlines() if "\t" in line and not line.startswith("#"))


def asked(work, mine, ask_type, edges, truth, budget, seed):
    classes = ",".join(sorted(set(truth.values())))
    ask = ask_type(work, "--edges", edges, "--classes", classes, "--out", mine, "--seed", seed, "--component", "largest")
    answers = 0
    while answers < budget and (reply := ask.receive()) and reply["type"] != "done":
        if reply["type"] != "question":
            continue
        if reply["item"] in truth:
            ask.say(id=reply["id"], answer=truth[reply["item"]])
            answers += 1
        else:
            ask.say(id=reply["id"], unknown=True)
    ask.quit()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--answers", type=int, default=20)
    parser.add_argument("--orders", type=int, default=3)
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--keep", type=pathlib.Path)
    given = parser.parse_args()
    sys.argv = [sys.argv[0], given.program]
    from asking import Ask, run
    whole = [[0, 0.0, 0] for _ in range(BINS)]
    print("graph          classes  answers  not asked  wrong    mean sure  expected calibration error")
    for name in given.graphs.split(","):
        folder = given.data / name
        truth = truth_of(folder)
        edges = next(file for file in (folder / "edges.tsv", folder / "edges.tsv.xz") if file.exists())
        budget = given.answers * len(set(truth.values()))
        errors, wrong, sure, count = [], 0, 0.0, 0
        for seed in range(given.orders):
            with tempfile.TemporaryDirectory(prefix="querent-ask-") as temporary:
                work = pathlib.Path(temporary)
                cache = given.keep or work
                mine = (given.keep or work) / f"{name}-{given.answers}-{seed}"
                if not mine.exists():
                    asked(cache, mine, Ask, edges, truth, budget, seed)
                status, _, err = run(cache, "ask", mine, "--export", work / "results")
                if status:
                    sys.exit(err)
                bins = [[0, 0.0, 0] for _ in range(BINS)]
                for row in csv.DictReader(open(work / "results/predictions.csv")):
                    if row["asked"] == "yes" or row["class"] == "" or row["id"] not in truth:
                        continue
                    p, right = float(row["probability"]), row["class"] == truth[row["id"]]
                    for table in (bins, whole):
                        cell = table[min(BINS - 1, int(BINS * p))]
                        cell[0] += 1
                        cell[1] += p
                        cell[2] += right
            n = sum(cell[0] for cell in bins)
            errors.append(sum(abs(cell[2] - cell[1]) for cell in bins) / n)
            wrong += n - sum(cell[2] for cell in bins)
            sure += sum(cell[1] for cell in bins)
            count += n
        print(f"{name:14} {len(set(truth.values())):7} {budget:8} {count // given.orders:10} {100 * wrong / count:6.1f} % {100 * sure / count:8.1f} %  "
              f"{sum(errors) / len(errors):.3f}  ({', '.join(f'{e:.3f}' for e in errors)})", flush=True)
    print("\nof all: probability   items   mean   right")
    for b, (n, p, right) in enumerate(whole):
        if n:
            print(f"        {b / BINS:.1f} – {(b + 1) / BINS:.1f}   {n:8}  {p / n:.3f}  {right / n:.3f}")


main()
