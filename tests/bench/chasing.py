#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""chasing.py QUERENT [SPLITS]: do the works that `ask --export` ranks first in missing.tsv belong to a review? A fifth of the
records of each review is hidden, the others are labelled. Prints the recall of hidden relevant records among the first 50 works, the
recall of a ranking by citations from relevant records, and the share that is cited at all, an upper limit. Mean of SPLITS draws."""
import csv, json, os, pathlib, random, subprocess, sys, tempfile, zipfile

REVIEWS = pathlib.Path(os.environ.get("QUERENT_SHARED", "../shared")) / "data/reviews"


def run(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, (arguments, done.stderr)


def works_of(review):
    with zipfile.ZipFile(review / "works.zip") as archive:
        for name in archive.namelist():
            page = json.loads(archive.read(name))
            yield from page["results"] if isinstance(page, dict) else page


def short(work):
    return work["id"].rsplit("/", 1)[1]


def played(works, relevant, seed, tmp):
    order = random.Random(seed).sample(range(len(works)), len(works))
    hidden, seen = order[:len(order) // 5], sorted(order[len(order) // 5:])
    targets = {short(works[k]) for k in hidden} & relevant
    if not targets:
        return None
    with zipfile.ZipFile(tmp / "seen.zip", "w") as archive:
        archive.writestr("works.json", json.dumps({"results": [works[k] for k in seen]}))
    run("graph", tmp / "seen.zip", "--kind", "citations", "--out", tmp / "seen", "--quiet")
    (tmp / "read.tsv").write_text("".join(
        f"{short(works[k])}\t{'relevant' if short(works[k]) in relevant else 'irrelevant'}\n" for k in seen))
    run("ask", tmp / "seen", "--classes", "relevant,irrelevant", "--find", "relevant", "--seeds", tmp / "read.tsv", "--out",
        tmp / "answers", "--export", tmp / "out", "--quiet")
    with open(tmp / "out/missing.tsv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    # ties are ordered by name, which carries no information
    counted = sorted(rows, key=lambda row: (-int(row["cited by relevant"]), row["reference"]))
    return [len(targets & {row["reference"] for row in some}) / len(targets) for some in (rows[:50], counted[:50], rows)]


def main():
    splits = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    print("| review | missing.tsv | count of citations | cited at all |\n| --- | --- | --- | --- |")
    for review in sorted(REVIEWS.iterdir()):
        works = list(works_of(review))
        with open(review / "labels.csv", newline="") as file:
            relevant = {row["openalex_id"].rsplit("/", 1)[1] for row in csv.DictReader(file) if row["label_included"] == "1"}
        found = []
        for seed in range(splits):
            with tempfile.TemporaryDirectory() as tmp:
                if (one := played(works, relevant, seed, pathlib.Path(tmp))) is not None:
                    found.append(one)
        print(f"| {review.name} | " + " | ".join(f"{sum(column) / len(found):.3f}" for column in zip(*found)) + " |", flush=True)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    main()
