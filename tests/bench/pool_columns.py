#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/bench/pool_columns.py play BENCH DATA OUT SET ... [--shares 1,5] [--orders 20] [--columns pool,random,...]
tests/bench/pool_columns.py table OUT [SET ...] [--ours pool] [--beside most,random,...] [--shares 1,5]

play   plays sets of unlike_sources.py (a graph, NAME~H rewired, NAME~permuted; +words) with bench_pool_columns: for shares of nodes
       that are asked, and orders, in each of which a third of the nodes is never asked; the error is on that third. Writes one line of
       OUT/SET.tsv per order and column; a line that exists is not played again.
table  compares the column --ours with others on the same orders: ▾ where it is worse, ▴ where it is better, by a paired t-test at 5 %.

Columns in addition to those of the benchmark: most, the most frequent class of all nodes; frequent, the most frequent class of as many
labels; words, logistic regression on the words of random nodes. Needs numpy, scipy and, for words, scikit-learn.
"""
import argparse
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.stats import t as student

sys.path[:0] = [str(Path(__file__).parents[2] / "docs"), str(Path(__file__).parent)]
from labels import paired_t
from unlike_sources import Source

NAMES = {"pool": "pool", "MSG": "MSG", "thrifty": "thrifty", "most": "the class of most", "frequent": "the class of most of as many labels",
         "random": "random, same model", "MSG-random": "random, same model", "thrifty-random": "random, same model",
         "words": "logistic regression on words, random labels", "vopt": "V-optimality", "uncertainty": "uncertainty",
         "medoids": "medoids of features", "spreading": "label spreading, random labels"}


def logistic_regression(source, labelled, test):
    import scipy.sparse as sparse
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    if len(set(source.y[labelled])) < 2:
        return np.mean(source.y[test] != source.y[labelled][0])
    index = np.concatenate([np.array(row, int) for row in source.words])
    X = sparse.csr_matrix((np.ones(len(index)), index, np.cumsum([0, *map(len, source.words)])))
    X = TfidfTransformer().fit_transform(X)
    model = LogisticRegression(C=10, max_iter=300).fit(X[labelled], source.y[labelled])
    return np.mean(model.predict(X[test]) != source.y[test])


OF_PYTHON = {"most": lambda source, drawn, test: np.mean(source.y[test] != np.bincount(source.y).argmax()),
             "frequent": lambda source, drawn, test: np.mean(source.y[test] != np.bincount(source.y[drawn]).argmax()),
             "words": logistic_regression}


def played(file):
    found = defaultdict(dict)  # (labels, column): {order: error}
    for line in file.read_text().splitlines() if file.exists() else []:
        labels, order, column, error = line.split("\t")[:4]
        found[int(labels), column][int(order)] = float(error)
    return found


def play_column(given, source, work, labels, column, orders, out):
    if column not in OF_PYTHON:
        subprocess.run([given.bench, work, str(labels), str(orders[0]), str(orders[-1] + 1), column], stdout=out, check=True)
        return
    for order in orders:
        begin = time.process_time()
        test, rest = source.split(order)
        error = OF_PYTHON[column](source, rest[:labels], test)
        out.write(f"{labels}\t{order}\t{column}\t{error:.6f}\t{time.process_time() - begin:.2f}\n")


def play(given):
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.sets:
        with tempfile.TemporaryDirectory(prefix="querent-") as work:
            source, file = Source(name, given.data), given.out / f"{name}.tsv"
            source.write(Path(work), given.orders)
            for share in given.shares:
                labels = max(2, round(len(source.y) * share / 100))
                for column in given.columns:
                    if column == "words" and not source.words:
                        continue
                    done = played(file)[labels, column]
                    missing = [order for order in range(given.orders) if order not in done]
                    if not missing:
                        continue
                    with file.open("a") as out:
                        play_column(given, source, work, labels, column, range(missing[0], given.orders), out)


def verdict(ours, theirs):
    """For errors on the same orders: 1 if ours are significantly worse, −1 if they are better, else 0."""
    t = paired_t(ours, theirs)
    return int(np.sign(t)) if abs(t) > student.ppf(0.975, len(ours) - 1) else 0


class Cell:
    """The error of one column at a number of labels, compared with others on the same orders."""

    def __init__(self, one, labels, ours, beside):
        mine = one[labels, ours]
        self.labels, self.orders, self.error = labels, len(mine), np.mean(list(mine.values()))
        self.texts, self.verdicts = {}, {}
        for column in beside:
            both = sorted(set(mine) & set(one.get((labels, column), {})))
            if len(both) < 2:
                continue
            theirs = [one[labels, column][order] for order in both]
            self.verdicts[column] = verdict([mine[order] for order in both], theirs)
            self.texts[column] = f"{np.mean(theirs):.3f}{['', ' ▾', ' ▴'][self.verdicts[column]]}"


def table(found, ours, beside, shares=None):
    """Lines of Markdown. `found`: {set: the result of played()}; a cell is a number of labels of `ours`. With `shares`, the ascending
    numbers of labels of a set as shares, one line per set."""
    beside = [c for c in beside if any(key[1] == c for one in found.values() for key in one)]
    cells = {name: [Cell(one, labels, ours, beside) for labels in sorted(labels for labels, column in one if column == ours)]
             for name, one in found.items()}
    if shares:
        lines = [f"{NAMES[ours]} / {' / '.join(NAMES[c] for c in beside)}:\n",
                 f"| set | {' | '.join(f'{share:g} %' for share in shares)} |", "| --- " * (len(shares) + 1) + "|"]
        for name, of in cells.items():
            texts = (" / ".join([f"{cell.error:.3f}", *(cell.texts.get(c, "") for c in beside)]) for cell in of)
            lines.append(f"| {name} | {' | '.join(texts)} |")
    else:
        lines = [f"| set | labels | orders | {NAMES[ours]} | {' | '.join(NAMES[c] for c in beside)} |", "| --- " * (len(beside) + 4) + "|"]
        lines += [f"| {name} | {cell.labels} | {cell.orders} | {cell.error:.3f} | {' | '.join(cell.texts.get(c, '') for c in beside)} |"
                  for name, of in cells.items() for cell in of]
    all_cells = [cell for of in cells.values() for cell in of]
    first = sum(all(v <= 0 for v in cell.verdicts.values()) for cell in all_cells)
    worse = (f"{NAMES[c]} in {sum(cell.verdicts.get(c, 0) > 0 for cell in all_cells)} of {sum(c in cell.verdicts for cell in all_cells)}"
             for c in beside)
    lines.append(f"\n{len(all_cells)} cells, {NAMES[ours]} first or tied in {first}; worse than {', '.join(worse)}.")
    return lines


def print_table(given):
    files = [given.out / f"{name}.tsv" for name in given.sets] or sorted(given.out.glob("*.tsv"))
    found = {file.name.removesuffix(".tsv"): played(file) for file in files}
    print("\n".join(table(found, given.ours, given.beside, given.shares)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    does = parser.add_subparsers(required=True)
    names = lambda text: text.split(",")
    shares = lambda text: [float(share) for share in text.split(",")]
    one = does.add_parser("play")
    one.add_argument("bench")
    one.add_argument("data", type=Path)
    one.add_argument("out", type=Path)
    one.add_argument("sets", nargs="+")
    one.add_argument("--shares", type=shares, default=[1, 2.5, 5, 10, 20])
    one.add_argument("--orders", type=int, default=20)
    one.add_argument("--columns", type=names, default=["pool", "random", "most", "words"])
    one.set_defaults(do=play)
    two = does.add_parser("table")
    two.add_argument("out", type=Path)
    two.add_argument("sets", nargs="*")
    two.add_argument("--ours", default="pool")
    two.add_argument("--beside", type=names, default=["most", "random", "words"])
    two.add_argument("--shares", type=shares, help="of the budgets that were played: one line per set")
    two.set_defaults(do=print_table)
    given = parser.parse_args()
    given.do(given)


if __name__ == "__main__":
    main()
