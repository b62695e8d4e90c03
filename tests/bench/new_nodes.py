#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How well nodes are classified that were added after the graph was embedded.

  PYTHONPATH=build/bench/python python3 tests/bench/new_nodes.py FOLDER PER_CLASS RUNS

One node in a hundred is removed from the graph in FOLDER (edges.tsv, labels.tsv), the rest embedded, PER_CLASS nodes of each class
labelled, and the class of the removed nodes predicted: with the whole graph embedded; with rows from their neighbours (Nystroem); and
by the mean of their neighbours' probabilities. Seconds: for the embedding, for those rows, for the mean."""
import sys
import time
from pathlib import Path

import numpy as np
import querent
from querent import _querent
from querent._rows import as_rows


def extended(embedding, rows):
    """The embedding with rows below."""
    twin = _querent.Embedding.__new__(_querent.Embedding)
    all_rows = np.ascontiguousarray(np.vstack([embedding.rows, rows]))
    twin.__setstate__((all_rows, embedding.eigenvalues, embedding.residuals, embedding.solver, 0.0))
    return twin


def shares(graph, embedding, y, asked, classes):
    session = _querent.Session(_querent.items_of_graph(graph, embedding, None), classes)
    for i in asked:
        session.answer(int(i), int(y[i]))
    return session.all_class_probabilities()


def main():
    folder, per_class, runs = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    edges = next(f for f in sorted(folder.glob("edges.tsv*")))
    data = querent.read_graph(edges, folder / "labels.tsv")
    A, y = data.graph.adjacency().tocsr(), np.unique(np.array(data.labels).astype(str), return_inverse=True)[1]
    n, classes = A.shape[0], [str(k) for k in range(y.max() + 1)]
    wrong, seconds = {"whole": [], "rows": [], "neighbours": []}, []
    for run in range(runs):
        rng = np.random.default_rng(run)
        new = rng.choice(n, n // 100, replace=False)
        order = np.r_[np.setdiff1d(np.arange(n), new), new]
        S, Y, m = A[order][:, order].tocsr(), y[order], n - len(new)
        old, coming = S[:m, :m].tocsr(), S[m:, :m].tocsr()
        asked = np.concatenate([rng.permutation(np.flatnonzero(Y[:m] == k))[:per_class] for k in range(len(classes))])
        before, grown = querent.as_graph(old).graph, querent.as_graph(S).graph
        first = _querent.embed(before, 100, "normalized", 1e-4, 1)
        clock = [time.process_time()]
        whole = _querent.embed(grown, 100, "normalized", 1e-4, 1)
        clock.append(time.process_time())
        rows = _querent.out_of_sample(before, first, "normalized", as_rows(coming, sparse=True))
        clock.append(time.process_time())
        share = shares(before, first, Y, asked, classes)
        clock.append(time.process_time())
        predicted = {"whole": shares(grown, whole, Y, asked, classes)[m:], "rows": shares(grown, extended(first, rows), Y, asked, classes)[m:],
                "neighbours": coming @ share}
        clock.append(time.process_time())
        reached = np.asarray(coming.sum(axis=1)).ravel() > 0
        for name in wrong:
            wrong[name].append((predicted[name].argmax(axis=1) != Y[m:])[reached].mean())
        seconds.append((clock[1] - clock[0], clock[2] - clock[1]))
    predicted = " | ".join(f"{np.mean(w):.3f} ± {np.std(w, ddof=1) / len(w) ** 0.5:.3f}" for w in wrong.values())
    embedding, rows = np.mean(seconds, axis=0)
    print(f"| {folder.name} | {per_class} | {predicted} | {embedding:.2f} | {rows:.3f} |")


if __name__ == "__main__":
    main()
