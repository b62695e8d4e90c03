#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/unlike_neighbours.py PATH/TO/querent DATA [--orders N] [--budgets 1,5] [SET ...]

Graphs whose neighbours differ or say nothing: is what `auto` finishes with, having asked a pool, worse than always the class of most nodes,
than the same model on labels drawn at random, than logistic regression on the plain words with random labels? Prints a table by the program itself, words
included; tests/bench/pool_columns.py plays the graphs of LABELS.md alone, faster.

DATA has imdb5000-first4, imdb-snbc-4genres and cora. NAME~H is a graph whose edges were drawn anew: one end stays, the other is a node
of the same class with probability H, drawn by degree; NAME~permuted has the graph as it is and labels that say nothing; "+words" uses words.
Each order draws a third of the labelled nodes of the largest component, which are never asked, and judges on them; all columns have the
same, and are compared by a paired t-test at 5 %. Needs numpy, scipy and, for words, scikit-learn.
"""
import argparse
import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.csgraph import connected_components

sys.path.insert(0, str(Path(__file__).parent))
from labels import CRITICAL, paired_t

SETS = ["imdb5000-first4", "imdb-snbc-4genres", "cora~0.9", "cora~0.7", "cora~0.5", "cora~0.3", "cora~0.1", "cora~permuted",
        "cora~0.5+words", "cora~0.1+words"]


def lines_of(folder, name):
    file = folder / name
    text = file.read_text() if file.exists() else lzma.open(f"{file}.xz", "rt").read()
    return [line for line in text.splitlines() if line and not line.startswith(("#", "%"))]


class Source:
    """A set as files of its own in `work`: edges, labels, and words of the same nodes."""

    def __init__(self, spec, data, work, seed=1):
        self.with_words = spec.endswith("+words")
        name, _, change = spec.removesuffix("+words").partition("~")
        pairs = [line.split("\t")[:2] for line in lines_of(data / name, "labels.tsv")]
        ids = [node for node, label in pairs if label != "?"]
        classes = {c: k for k, c in enumerate(sorted({label for _, label in pairs} - {"?"}))}
        y = np.array([classes[label] for _, label in pairs if label != "?"])
        place = {node: i for i, node in enumerate(ids)}
        ends = [line.split()[:2] for line in lines_of(data / name, "edges.tsv")]
        edges = np.array([(place[a], place[b]) for a, b in ends if a in place and b in place and a != b])
        rng = np.random.default_rng(seed)
        if change == "permuted":
            y = rng.permutation(y)
        elif change:
            edges = rewired(edges, y, float(change), rng)
        n = len(y)
        graph = sparse.coo_matrix((np.ones(len(edges)), edges.T), (n, n))
        of = connected_components(graph, directed=False)[1]
        self.nodes = np.flatnonzero(of == np.bincount(of).argmax())
        self.y = y[self.nodes]
        new = {old: i for i, old in enumerate(self.nodes)}
        (work / "edges.tsv").write_text("".join(f"n{new[a]}\tn{new[b]}\n" for a, b in edges if a in new and b in new))
        (work / "labels.tsv").write_text("".join(f"n{i}\tc{k}\n" for i, k in enumerate(self.y)))
        self.command = ["--edges", str(work / "edges.tsv"), "--labels", str(work / "labels.tsv"), "--nodes-from-labels"]
        if self.with_words:
            rows = lines_of(data / name, "features.svm")
            kept = [row for row, (_, label) in zip(rows, pairs) if label != "?"]
            self.rows = [kept[i] for i in self.nodes]
            (work / "words.svm").write_text("\n".join(self.rows) + "\n")
            self.command += ["--features", str(work / "words.svm")]


def rewired(edges, y, homophily, rng):
    ends = edges.ravel()
    by_class = [ends[y[ends] == k] for k in range(y.max() + 1)]
    others = [ends[y[ends] != k] for k in range(y.max() + 1)]
    drawn = set()
    for a in edges[:, 0]:
        from_ = by_class if rng.random() < homophily else others
        b = a
        while b == a:
            b = rng.choice(from_[y[a]])
        drawn.add((min(a, b), max(a, b)))
    return np.array(sorted(drawn))


def logistic_regression(source, labelled, test):
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.linear_model import LogisticRegression
    entries = [[int(entry.split(":")[0]) for entry in row.split()[1:]] for row in source.rows]
    index = np.concatenate(entries)
    X = sparse.csr_matrix((np.ones(len(index)), index, np.cumsum([0, *map(len, entries)])))
    X = TfidfTransformer().fit_transform(X)
    if len(set(source.y[labelled])) < 2:
        return np.mean(source.y[test] != source.y[labelled][0])
    model = LogisticRegression(C=10, max_iter=300).fit(X[labelled], source.y[labelled])
    return np.mean(model.predict(X[test]) != source.y[test])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--orders", type=int, default=20, choices=sorted(CRITICAL))
    parser.add_argument("--budgets", type=lambda s: [float(b) for b in s.split(",")], default=[1, 2.5, 5, 10, 20])
    given = parser.parse_args()
    columns = ["the class of most", "random, same model", "words, random labels"]
    print(f"| set | labels | pool | {' | '.join(columns)} |\n" + "| --- " * (len(columns) + 3) + "|")
    cells = 0
    worse = dict.fromkeys(columns, 0)
    for spec in given.sets:
        with tempfile.TemporaryDirectory(prefix="querent-") as temporary:
            work = Path(temporary)
            source = Source(spec, given.data, work)
            for budget in given.budgets:
                labels = max(2, round(len(source.y) * budget / 100))
                found = {column: [] for column in ["pool", *columns]}
                for order in range(given.orders):
                    rng = np.random.default_rng(1000 + order)
                    drawn = rng.permutation(len(source.y))
                    test, rest = drawn[:len(drawn) // 3], drawn[len(drawn) // 3:]
                    (work / "test.txt").write_text("".join(f"n{i}\n" for i in sorted(test)))
                    for column, asking in (("pool", []), ("random, same model", ["--query", "random"])):
                        command = [given.program, "run", *source.command, "--learner", "auto", "--order", "pool", "--budget", str(labels),
                                   "--test", str(work / "test.txt"), "--seed", str(order), "--runs", "1", "--json", "--quiet", *asking]
                        done = subprocess.run(command, capture_output=True, text=True, check=False)
                        if done.returncode != 0:
                            sys.exit(f"{' '.join(command)}\n{done.stderr}")
                        found[column].append(json.loads(done.stdout)["mean"]["test_error"])
                    found["the class of most"].append(np.mean(source.y[test] != np.bincount(source.y).argmax()))
                    if source.with_words:
                        found["words, random labels"].append(logistic_regression(source, rest[:labels], test))
                texts = []
                for column in columns:
                    if not found[column]:
                        texts.append("")
                        continue
                    t = paired_t(found["pool"], found[column])
                    significant = abs(t) > CRITICAL[given.orders]
                    worse[column] += bool(significant and t > 0)
                    texts.append(f"{np.mean(found[column]):.3f}" + (" ▾" if significant and t > 0 else " ▴" if significant else ""))
                cells += 1
                print(f"| {spec} | {labels} | {np.mean(found['pool']):.3f} | {' | '.join(texts)} |", flush=True)
    print(f"\n{cells} cells; the pool is worse than " + ", ".join(f"{column} in {count}" for column, count in worse.items()) + ".")


if __name__ == "__main__":
    main()
