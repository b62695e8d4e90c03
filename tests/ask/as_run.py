#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""as_run.py QUERENT EDGES LABELS [--orders 20] [--budget 100]: an annotator with the true labels.

Answers `querent ask --json --seed S` from LABELS and compares the exported results with `querent run --order pool --seed S` and
the same options: the items asked about, and the class of every item.
"""
import argparse
import csv
import pathlib
import sys
import tempfile

from asking import Ask, play, predictions, run, truth_of


def same_as_run(work, edges, labels, orders, budget, more=(), learner="auto"):
    """Raises an error if they differ; returns the share of wrong predictions per order."""
    truth, wrong = truth_of(labels), []
    how = ["--learner", learner, "--order", "pool", "--budget", budget, "--component", "all", *more]
    classes = ",".join(sorted(set(truth.values()), key=lambda of: (not of.isdigit(), int(of) if of.isdigit() else 0, of)))
    for seed in range(orders):
        ask = Ask(work, "--edges", edges, "--classes", classes, "--out", work / f"mine{seed}", "--seed", seed, *how)
        asked, done = play(ask, truth.get)
        assert done["reason"] == "budget" and len(asked) == budget, done
        ask.quit()
        predicted, _ = predictions(work, work / f"mine{seed}", f"asked{seed}")
        status, _, err = run(work, "run", "--edges", edges, "--labels", labels, "--seed", seed,
                             "--out", work / f"run{seed}", "-q", *how)
        assert status == 0, err
        played = {row["id"]: row for row in csv.DictReader((work / f"run{seed}/predictions.csv").read_text().splitlines())}
        assert {i for i in predicted if predicted[i]["asked"] == "yes"} == {i for i in played if played[i]["queried"] == "yes"}, "the items asked about differ"
        different = [i for i in predicted if predicted[i]["class"] != played[i]["final"]]
        assert not different, f"seed {seed}: {len(different)} of {len(predicted)} differ: {different[:5]}"
        rest = [i for i in predicted if predicted[i]["asked"] == "no"]
        wrong.append(sum(predicted[i]["class"] != truth[i] for i in rest) / len(rest))
        for name in (f"mine{seed}", f"asked{seed}", f"run{seed}"):
            for file in (work / name).iterdir():
                file.unlink()
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("edges", type=pathlib.Path)
    parser.add_argument("labels", type=pathlib.Path)
    parser.add_argument("--orders", type=int, default=20)
    parser.add_argument("--budget", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="querent-ask-") as folder:
        wrong = same_as_run(pathlib.Path(folder), given.edges, given.labels, given.orders, given.budget)
    print(f"{len(wrong)} orders of {given.budget} answers: the items asked about and the class of every item are those of `run`; "
          f"wrong on {100 * sum(wrong) / len(wrong):.1f} % of the other items ({100 * min(wrong):.1f}–{100 * max(wrong):.1f})")


if __name__ == "__main__":
    main()
