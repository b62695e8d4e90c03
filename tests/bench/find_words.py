#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""find_words.py QUERENT CSV… [--runs N]: reviews as ASReview's tables (title, abstract, label_included) with words alone:
`querent run --find relevant` and ASReview's default (find_peer.py) from the same N (10) pairs of known records, one
relevant and one not, drawn with seed 0. One line per review: WSS@95 and ATD of both, and the paired differences with
their standard errors."""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent


def priors_of(labels, runs):
    draw = random.Random(0)
    relevant = [row for row, label in enumerate(labels) if label == "relevant"]
    others = [row for row, label in enumerate(labels) if label != "relevant"]
    return "".join(json.dumps({"prior_inclusions": [draw.choice(relevant)], "prior_exclusions": [draw.choice(others)]}) + "\n"
                   for _ in range(runs))


def played(program, table, runs, work):
    folder, priors = work / table.stem, work / f"{table.stem}.jsonl"
    subprocess.run([program, "graph", table, "--kind", "citations", "--out", folder, "--quiet"], check=True)
    labels = [line.split("\t")[1] for line in (folder / "labels.tsv").read_text().splitlines()]
    priors.write_text(priors_of(labels, runs))
    ours = subprocess.run([program, "run", folder, "--find", "relevant", "--priors", priors, "--runs", str(runs), "--checks", "0", "--json"],
                          check=True, capture_output=True, text=True)
    peer = subprocess.run([sys.executable, HERE / "find_peer.py", folder, folder / "labels.tsv", priors], check=True, capture_output=True, text=True)
    return (len(labels), labels.count("relevant"), np.array([[run["wss95"], run["atd"]] for run in json.loads(ours.stdout)["runs"]]),
            np.array([[float(number) for number in line.split()] for line in peer.stderr.splitlines()]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("tables", nargs="+", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    print("review\trecords\trelevant\tWSS@95\tASReview\tdifference\tATD\tASReview\tdifference")
    with tempfile.TemporaryDirectory() as work:
        for table in options.tables:
            records, relevant, ours, peer = played(options.program, table, options.runs, pathlib.Path(work))
            difference = ours - peer
            error = difference.std(0, ddof=1) / np.sqrt(options.runs)
            cells = [f"{ours[:, k].mean():.3f}\t{peer[:, k].mean():.3f}\t{difference[:, k].mean():+.3f} ± {error[k]:.3f}" for k in (0, 1)]
            print(table.stem, records, relevant, *cells, sep="\t", flush=True)


if __name__ == "__main__":
    main()
