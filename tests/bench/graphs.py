# SPDX-License-Identifier: Apache-2.0
"""graphs.py NAME SOURCES STEM: one of the graphs that are timed, its largest component with consecutive ids.

It is a separate program, because a process with arrays of a million edges would pass its peak memory on to its children.
"""
import json
import lzma
import os
import subprocess
import sys

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components


def largest_component(u, v, n):
    """The adjacency matrix of 0 and 1, and its nodes."""
    u, v = u[u != v], v[u != v]
    S = sp.csr_matrix((np.ones(2 * len(u)), (np.r_[u, v], np.r_[v, u])), shape=(n, n))
    S.data[:] = 1
    _, part = connected_components(S, directed=False)
    keep = np.flatnonzero(part == np.bincount(part).argmax())
    return S[keep][:, keep], keep


def by_tool(tool, arguments, out):
    """Writes the edges of a generator of the shared tools to `out`, and the labels beside it."""
    subprocess.run([sys.executable, tool, *arguments, out], check=True, stdout=subprocess.DEVNULL)
    of_power_law = os.path.exists(out + ".lab")
    labels_file = out + ".lab" if of_power_law else out.replace(".edges", ".labels")
    rows = np.loadtxt(out, dtype=np.int64, skiprows=int(of_power_law))  # the last format starts with a header
    labels = np.loadtxt(labels_file, dtype=np.int64)
    os.remove(out)
    os.remove(labels_file)
    return rows[:, 0], rows[:, 1], len(labels), labels


def read_names(path):
    """The two columns of a file of names, perhaps compressed."""
    with open(path) if os.path.exists(path) else lzma.open(path + ".xz", "rt") as file:
        rows = [line.split()[:2] for line in file if line[0] not in "#%"]
    return np.array(rows)


def in_the_tree(folder):
    ends = read_names(os.path.join(folder, "edges.tsv"))
    names, index = np.unique(ends.ravel(), return_inverse=True)
    label = dict(read_names(os.path.join(folder, "labels.tsv")))
    block = {name: k for k, name in enumerate(sorted(set(label.values())))}
    return index[::2], index[1::2], len(names), [block[label[x]] if x in label else 0 for x in names]


def write(name, sources, stem):
    """STEM.edges, STEM.labels and STEM.npz, the matrix for the peers; nothing if the source of NAME is missing."""
    kind, _, rest = name.partition("-")
    tool = os.path.join(sources["tools"], kind + "_graph.py")
    folder = next((f for f in (os.path.join(x, name) for x in sources["graphs"]) if os.path.isdir(f)), None)
    if rest and os.path.exists(tool):
        u, v, n, block = by_tool(tool, rest.split("-"), stem + ".made.edges")
    elif folder:
        u, v, n, block = in_the_tree(folder)
    else:
        return
    S, keep = largest_component(np.asarray(u), np.asarray(v), n)
    sp.save_npz(stem + ".npz", S, compressed=False)
    np.savetxt(stem + ".labels", np.c_[np.arange(len(keep)), np.asarray(block)[keep]], fmt="%d")
    upper = sp.triu(S, format="coo")
    np.savetxt(stem + ".part", np.c_[upper.row, upper.col], fmt="%d")
    os.rename(stem + ".part", stem + ".edges")


if __name__ == "__main__":
    write(sys.argv[1], json.loads(sys.argv[2]), sys.argv[3])
