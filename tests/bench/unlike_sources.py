# SPDX-License-Identifier: Apache-2.0
"""Labelled graphs whose labels are less or not related to the edges, made from other graphs, for pool_columns.py. Needs numpy, scipy.

A name is NAME[~CHANGE][+words]: the set NAME in a folder of graphs. ~H redraws its edges: one end is fixed, the other is a node of
the same class with probability H, drawn by degree, so that degrees change little. ~permuted is the unchanged graph with permuted labels,
independent of the graph; with ~permuted-all they are also independent of the words. +words adds the features of the set, or the words of
its titles.
"""
import lzma
import re

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.csgraph import connected_components


def lines_of(folder, name):
    file = folder / name
    text = file.read_text() if file.exists() else lzma.open(f"{file}.xz", "rt").read()
    return [line for line in text.splitlines() if line and not line.startswith(("#", "%"))]


def words_of(folder, ids):
    """The columns of the words of each node."""
    if any((folder / f"features.svm{ending}").exists() for ending in ("", ".xz")):
        nodes = [line.split("\t")[0] for line in lines_of(folder, "labels.tsv")]
        rows = lines_of(folder, "features.svm")
        of = {node: [int(entry.split(":")[0]) for entry in row.split()[1:]] for node, row in zip(nodes, rows)}
    else:
        titles = dict(line.split("\t")[:2] for line in lines_of(folder, "titles.tsv"))
        columns = {}
        of = {node: sorted({columns.setdefault(word, len(columns) + 1) for word in re.findall(r"\w+", title.lower())})
              for node, title in titles.items()}
    return [of.get(node, []) for node in ids]


def pairs_of(folder):
    """Nodes with their labels, and edges by name, from edges.tsv and labels.tsv, a GML file, or SNAP's two lists."""
    for gml in folder.glob("*.gml*"):
        if not (folder / "labels.tsv").exists():
            text = "\n".join(lines_of(folder, gml.name.removesuffix(".xz")))
            blocks = re.findall(r"(node|edge)\s*\[(.*?)\]", text, re.DOTALL)
            found = [(kind, dict(re.findall(r'^\s*(\w+)\s+"?([^"\n]*)"?\s*$', block, re.MULTILINE))) for kind, block in blocks]
            return ([(one["id"], one["value"]) for kind, one in found if kind == "node"],
                    [(one["source"], one["target"]) for kind, one in found if kind == "edge"])
    names = ("labels.tsv", "edges.tsv")
    for labels in folder.glob("*-department-labels.txt"):
        names = (labels.name, labels.name.replace("-department-labels", ""))
    split = lambda line: (line.split("\t") if "\t" in line else line.split())[:2]
    return tuple([split(line) for line in lines_of(folder, name)] for name in names)


def edges_of(names, place):
    return np.array([(place[a], place[b]) for a, b in names if a in place and b in place and a != b])


def rewired(edges, y, homophily, rng):
    ends = edges.ravel()
    of_class = [ends[y[ends] == k] for k in range(y.max() + 1)]
    of_others = [ends[y[ends] != k] for k in range(y.max() + 1)]
    drawn = set()
    for a in edges[:, 0]:
        from_ = of_class if rng.random() < homophily else of_others
        b = a
        while b == a:
            b = rng.choice(from_[y[a]])
        drawn.add((min(a, b), max(a, b)))
    return np.array(sorted(drawn))


class Source:
    """A graph's largest component: y, one class per node; words, the columns of each node, or None."""

    def __init__(self, name, data, seed=1):
        spec, _, words = name.partition("+")
        base, _, change = spec.partition("~")
        folder, rng = data / base, np.random.default_rng(seed)
        pairs, joined = pairs_of(folder)
        pairs = [(node, label) for node, label in pairs if label != "?"]
        classes = {c: k for k, c in enumerate(sorted({label for _, label in pairs}))}
        y = np.array([classes[label] for _, label in pairs])
        ids = [node for node, _ in pairs]
        rows = words_of(folder, ids) if words else None
        edges = edges_of(joined, {node: i for i, node in enumerate(ids)})
        if change == "permuted-all":
            y = rng.permutation(y)
        elif change == "permuted":  # only the graph changes: words stay with the labels
            shuffled = rng.permutation(len(y))
            y, rows = y[shuffled], rows and [rows[i] for i in shuffled]
        elif change:
            edges = rewired(edges, y, float(change), rng)
        graph = sparse.coo_matrix((np.ones(len(edges)), edges.T), (len(y), len(y)))
        of = connected_components(graph, directed=False)[1]
        nodes = np.flatnonzero(of == np.bincount(of).argmax())
        new = {old: i for i, old in enumerate(nodes)}
        self.y = y[nodes]
        self.edges = np.array([(new[a], new[b]) for a, b in edges if a in new])
        self.words = rows and [rows[i] for i in nodes]

    def split(self, order):
        """The third that is never asked, and all others in a random order."""
        drawn = np.random.default_rng(1000 + order).permutation(len(self.y))
        third = len(drawn) // 3
        return drawn[:third], drawn[third:]

    def write(self, work, orders):
        """The files that bench_pool_columns reads."""
        (work / "edges.tsv").write_text("".join(f"n{a}\tn{b}\n" for a, b in self.edges))
        (work / "labels.tsv").write_text("".join(f"n{i}\tc{k}\n" for i, k in enumerate(self.y)))
        splits = [self.split(order) for order in range(orders)]
        lines = (f"{len(test)} {' '.join(map(str, [*test, *rest]))}\n" for test, rest in splits)
        (work / "orders.txt").write_text("".join(lines))
        if self.words:
            rows = (" ".join(["0", *(f"{column}:1" for column in row)]) for row in self.words)
            (work / "words.svm").write_text("".join(f"{row}\n" for row in rows))
