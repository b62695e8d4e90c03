#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find_references.py QUERENT REVIEWS [REVIEW…]: `querent run --find relevant` on each review of REVIEWS (shared data/reviews) from every
line of its priors.jsonl, with the references of its records and without them: WSS@95 and ATD, and the paired difference with its
standard error over lines."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import zipfile

querent, reviews = sys.argv[1], pathlib.Path(sys.argv[2])


def without_references(source, target):
    with zipfile.ZipFile(source) as read, zipfile.ZipFile(target, "w") as written:
        for name in read.namelist():
            page = json.loads(read.read(name))
            for work in page if isinstance(page, list) else page["results"]:
                work["referenced_works"] = []
            written.writestr(name, json.dumps(page))


def graph(works, folder):
    subprocess.run([querent, "graph", works, "--kind", "citations", "--out", folder, "--quiet"], check=True)


def runs_of(folder, review):
    lines = (review / "priors.jsonl").read_text().splitlines()
    command = [querent, "run", folder, "--labels", review / "labels.csv", "--find", "relevant", "--priors", review / "priors.jsonl",
               "--runs", len(lines), "--checks", "0", "--json", "--quiet", "--threads", "1"]
    return json.loads(subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout)["runs"]


for review in [reviews / name for name in sys.argv[3:]] or sorted(reviews.iterdir()):
    with tempfile.TemporaryDirectory() as work:
        without_references(review / "works.zip", work + "/words.zip")
        graph(review / "works.zip", work + "/references")
        graph(work + "/words.zip", work + "/words")
        played = [runs_of(work + "/" + folder, review) for folder in ("references", "words")]
    for measure in ("wss95", "atd"):
        first, second = ([run[measure] for run in runs] for runs in played)
        n, differences = len(first), [a - b for a, b in zip(first, second)]
        mean = sum(differences) / n
        error = math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1) / n)
        print(f"{review.name} {measure}: {sum(first) / n:.3f} with references, {sum(second) / n:.3f} without, {mean:+.4f} ± {error:.4f}", flush=True)
