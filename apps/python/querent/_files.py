# SPDX-License-Identifier: Apache-2.0
"""Writes the data of a session to files that the program reads."""

import numpy as np


def write_graph(path, graph):
    """Writes a NamedGraph as Matrix Market: node k is k + 1 in the file, and isolated nodes are kept."""
    indptr, indices, data = graph.graph.csr()
    rows = np.repeat(np.arange(graph.num_nodes), np.diff(indptr.astype(np.int64)))
    lower = indices < rows
    columns = [rows[lower] + 1, indices[lower].astype(np.int64) + 1]
    with open(path, "w", encoding="ascii") as file:
        kind = "pattern" if data is None else "real"
        file.write(f"%%MatrixMarket matrix coordinate {kind} symmetric\n")
        file.write(f"{graph.num_nodes} {graph.num_nodes} {int(lower.sum())}\n")
        if data is None:
            file.writelines(f"{i} {j}\n" for i, j in zip(*columns))
        else:
            file.writelines(f"{i} {j} {w!r}\n" for i, j, w in zip(*columns, data[lower].tolist()))


def write_rows(path, X, labels=None):
    """Writes rows as svmlight with exact values; a label is its index among the sorted classes."""
    from scipy import sparse
    X = sparse.csr_array(X)
    index = np.zeros(X.shape[0], int) if labels is None else np.unique(np.asarray(labels), return_inverse=True)[1]
    with open(path, "w", encoding="ascii") as file:
        for i in range(X.shape[0]):
            place = slice(X.indptr[i], X.indptr[i + 1])
            entries = (f"{j + 1}:{value!r}" for j, value in zip(X.indices[place].tolist(), X.data[place].tolist()))
            file.write(" ".join([str(index[i]), *entries]) + "\n")


def write_table(path, head, lines):
    """Writes columns separated by tabs; other white space becomes a space."""
    with open(path, "w", encoding="utf-8") as file:
        for line in [head, *lines] if head else lines:
            file.write("\t".join(" ".join(str(cell).split()) for cell in line) + "\n")
