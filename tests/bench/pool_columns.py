#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/bench/pool_columns.py play BENCH DATA OUT [SET ...] [--shares 1,5] [--orders 20] [--columns pool,random,...]
tests/bench/pool_columns.py table OUT [SET ...]

play   plays sets of docs/unlike_neighbours.py (a graph, NAME~H rewired, NAME~permuted) by bench_pool_columns: shares of
       the nodes that are asked, orders, each with a third of the nodes that is never asked. A line of OUT/SET.tsv for each
       order and column, which is not played again.
table  compares them: ▾ where the pool is worse, ▴ where it is better, by a paired t-test at 5 %. Needs numpy, scipy.
"""
import argparse
import math
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

COLUMNS = ["pool", "random", "vopt", "uncertainty", "medoids", "spreading", "frequent", "most"]
NAMES = {"pool": "pool", "random": "random, same model", "vopt": "V-optimality", "uncertainty": "uncertainty",
         "medoids": "medoids of features", "spreading": "label spreading, random labels",
         "frequent": "the class of most of as many labels", "most": "the class of most nodes"}


def played(file):
    found = defaultdict(dict)  # (labels, column): {order: error}
    for line in file.read_text().splitlines() if file.exists() else []:
        labels, order, column, error = line.split("\t")[:4]
        found[int(labels), column][int(order)] = float(error)
    return found


def play(given):
    from unlike_neighbours import Source
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.sets:
        with tempfile.TemporaryDirectory(prefix="querent-") as work:
            nodes = len(Source(name, given.data, Path(work)).y)
            file = given.out / f"{name}.tsv"
            for share in given.shares:
                labels = max(2, round(nodes * share / 100))
                for column in given.columns:
                    done = played(file)[labels, column]
                    first = next((o for o in range(given.orders) if o not in done), given.orders)
                    if first == given.orders:
                        continue
                    with file.open("a") as out:
                        subprocess.run([given.bench, work, str(labels), str(first), str(given.orders), column], stdout=out, check=True)


def table(given):
    from scipy.stats import t as student
    files = [given.out / f"{name}.tsv" for name in given.sets] or sorted(given.out.glob("*.tsv"))
    lines, cells, worse, first = [], 0, defaultdict(int), 0
    columns = [c for c in COLUMNS[1:] if any((key[1] == c) for file in files for key in played(file))]
    print(f"| set | labels | orders | pool | {' | '.join(NAMES[c] for c in columns)} |\n" + "| --- " * (len(columns) + 4) + "|")
    for file in files:
        found = played(file)
        for labels in sorted({labels for labels, column in found if column == "pool"}):
            ours, texts, lost = found[labels, "pool"], [], False
            for column in columns:
                both = sorted(set(ours) & set(found.get((labels, column), {})))
                if len(both) < 2:
                    texts.append("")
                    continue
                theirs = [found[labels, column][o] for o in both]
                d = [ours[o] - error for o, error in zip(both, theirs)]
                mean = sum(d) / len(d)
                deviation = math.sqrt(sum((x - mean) ** 2 for x in d) / (len(d) - 1) / len(d))
                significant = abs(mean) > student.ppf(0.975, len(d) - 1) * deviation
                worse[column] += significant and mean > 0
                lost = lost or (significant and mean > 0)
                mark = (" ▾" if mean > 0 else " ▴") if significant else ""
                texts.append(f"{sum(theirs) / len(theirs):.3f}{mark}")
            cells += 1
            first += not lost
            lines.append(f"| {file.stem} | {labels} | {len(ours)} | {sum(ours.values()) / len(ours):.3f} | {' | '.join(texts)} |")
    print("\n".join(lines))
    print(f"\n{cells} cells, the pool first or tied in {first}; worse than "
          + ", ".join(f"{NAMES[c]} in {worse[c]}" for c in columns) + ".")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    does = parser.add_subparsers(required=True)
    one = does.add_parser("play")
    one.add_argument("bench")
    one.add_argument("data", type=Path)
    one.add_argument("out", type=Path)
    one.add_argument("sets", nargs="+")
    one.add_argument("--shares", type=lambda s: [float(x) for x in s.split(",")], default=[1, 2.5, 5, 10, 20])
    one.add_argument("--orders", type=int, default=20)
    one.add_argument("--columns", type=lambda s: s.split(","), default=COLUMNS)
    one.set_defaults(do=play)
    two = does.add_parser("table")
    two.add_argument("out", type=Path)
    two.add_argument("sets", nargs="*")
    two.set_defaults(do=table)
    given = parser.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
