#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find_interval.py QUERENT REVIEWS > docs/stopping.tsv: found relevant records and the 95 % interval of how many exist, after every
twenty records that `querent run --find relevant --stop-at-recall 90%` reads in one order of two reviews, until it stops. REVIEWS holds
works.zip and labels.csv of each (shared data/reviews). docs/figures.py draws docs/stopping.svg from the table."""
import json
import pathlib
import subprocess
import sys
import tempfile

querent, reviews = sys.argv[1], pathlib.Path(sys.argv[2])
print("review", "read", "found", "at least", "at most", "relevant", sep="\t")
for review in ("Nelson_2002", "van_der_Valk_2021"):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([querent, "graph", reviews / review / "works.zip", "--kind", "citations", "--out", folder, "--quiet"], check=True)
        read, budget = 0, 20
        while read == budget - 20:
            line = [querent, "run", folder, "--labels", reviews / review / "labels.csv", "--find", "relevant", "--seeds", "one-per-class", "--stop-at-recall",
                    "90%", "--budget", budget, "--json", "--quiet"]
            run = json.loads(subprocess.run([str(word) for word in line], check=True, capture_output=True, text=True).stdout)["runs"][0]
            read, budget = run["queries"], budget + 20
            low, high = (round(run["found"] / run[key]) for key in ("recall_high", "recall_low"))
            print(review, read, run["found"], low, high, round(run["found"] / run["recall"]), sep="\t", flush=True)
