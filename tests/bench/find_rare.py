#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find_rare.py FOLDER LABELS DRAWS QUERENT [OTHER]: `querent run --find relevant` on a review in which only nine of the relevant records
are left, drawn at random; the others are in no pool. Mean and standard error over draws of WSS@95 and ATD, two runs per draw from one
record of each class; with OTHER also the differences of that program on the same draws."""
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

KEPT, RUNS = 9, 2


def write_draw(path, head, rows, draw):
    """Label file and known records of a draw."""
    rng = random.Random(1000 + draw)
    included = head.index("label_included")
    kept = set(map(id, rng.sample([row for row in rows if row[included] == "1"], KEPT)))
    rows = [row for row in rows if row[included] != "1" or id(row) in kept]
    with open(path + ".csv", "w", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    of_class = [[k for k, row in enumerate(rows) if row[included] == label] for label in "10"]
    with open(path + ".jsonl", "w") as file:
        for _ in range(RUNS):
            file.write(json.dumps({"prior_inclusions": [rng.choice(of_class[0])], "prior_exclusions": [rng.choice(of_class[1])]}) + "\n")


def played(program, folder, path):
    command = [program, "run", folder, "--labels", path + ".csv", "--find", "relevant", "--priors", path + ".jsonl", "--runs", str(RUNS),
               "--checks", "0", "--threads", "1", "--quiet", "--json"]
    runs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["runs"]
    return [statistics.mean(run[measure] for run in runs) for measure in ("wss95", "atd")]


def report(name, found):
    text = ", ".join(f"{measure} {statistics.mean(column):.3f} ± {statistics.stdev(column) / len(column) ** 0.5:.3f}"
                     for measure, column in zip(("WSS@95", "ATD"), zip(*found)))
    print(f"{name}: {text}, {len(found)} draws")


def main():
    folder, label_file, draws = sys.argv[1:4]
    csv.field_size_limit(1 << 30)
    with open(label_file, newline="") as file:
        head, *rows = csv.reader(file)
    found = {program: [] for program in sys.argv[4:]}
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "draw")
        for draw in range(int(draws)):
            write_draw(path, head, rows, draw)
            for program in found:
                found[program].append(played(program, folder, path))
    for program in found:
        report(program, found[program])
    if len(found) == 2:
        first, second = found.values()
        report("difference", [[b - a for a, b in zip(*pair)] for pair in zip(first, second)])


if __name__ == "__main__":
    main()
