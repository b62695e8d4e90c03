# SPDX-License-Identifier: Apache-2.0
"""Reads files as the program does: formats are recognised by content; bad records are rejected or counted."""

from dataclasses import dataclass

import numpy as np

from . import _checked, _querent
from .graphs import NamedGraph


@dataclass(frozen=True)
class GraphFile:
    """A graph with the labels and features of its nodes.

    Attributes
    ----------
    graph : NamedGraph
    labels : ndarray of object
        The label of each node; None if it has none.
    classes : list of str
    words : scipy.sparse.csr_array or None
        Features of the nodes, n x d.
    report : dict
        Counts of everything that was left out or merged.
    """

    graph: NamedGraph
    labels: np.ndarray
    classes: list
    words: object
    report: dict

    def __repr__(self):
        return (f"GraphFile: {self.graph.num_nodes} nodes, {self.graph.num_edges} edges, {len(self.classes)} classes"
                + (f", {self.words.shape[1]} words" if self.words is not None else ""))


@dataclass(frozen=True)
class RowsFile:
    """Rows with labels: `X` (n x d, sparse or dense), `y`, `classes`, `feature_names`."""

    X: object
    y: np.ndarray
    classes: list
    feature_names: list

    def __repr__(self):
        return f"RowsFile: {self.X.shape[0]} rows of {self.X.shape[1]} features, {len(self.classes)} classes"


def _csr(parts):
    from scipy import sparse
    return sparse.csr_array((parts["data"], parts["indices"], parts["indptr"].astype(np.int64)),
                            shape=(len(parts["indptr"]) - 1, parts["dim"]))


def _names_of(labels, classes):
    return np.array([*classes, None], dtype=object)[labels]


def read_graph(edges, labels=None, features=None, largest_component=True, lenient=False, nodes_from_labels=False,
               label_sets=False, duplicates="equal"):
    """Reads a graph: an edge list, GML, GraphML, Matrix Market, .npz, LINQS, ..., compressed or not.

    Parameters
    ----------
    edges, labels, features : str or os.PathLike
        Files; GML, GraphML, .npz and the folder of `querent graph` (docs/bibliography.md) contain labels.
        Features are svmlight rows, in the order of the label file.
    largest_component : bool, default=True
        Keep the largest connected component only.
    lenient : bool, default=False
        Leave out and count damaged lines instead of stopping at the first.
    nodes_from_labels : bool, default=False
        A node that only the label file names is an isolated node, not an error.
    label_sets : bool, default=False
        The label file has sets of labels ("DM,IR").
    duplicates : {"equal", "sum", "max", "first", "error"}
        How to merge several records of one edge; "equal": only if their weights agree.

    Returns
    -------
    GraphFile

    Raises
    ------
    DataError
        With file, line and column.
    OSError
    """
    files = [None if file is None and name != "edges" else _checked.path(file, name)
             for name, file in (("edges", edges), ("labels", labels), ("features", features))]
    loaded = _querent.read_graph(*files, _checked.flag(largest_component, "largest_component"), _checked.flag(lenient, "lenient"),
                               _checked.flag(nodes_from_labels, "nodes_from_labels"), _checked.flag(label_sets, "label_sets"),
                               _checked.word(duplicates, "duplicates", ("equal", "sum", "max", "first", "error")))
    return GraphFile(NamedGraph(loaded["graph"], loaded["names"]), _names_of(loaded["labels"], loaded["classes"]),
                     loaded["classes"], None if loaded["features"] is None else _csr(loaded["features"]), loaded["report"])


def read_rows(path, label_column="", labels=None, one_hot=False, missing="error", drop_column=()):
    """Reads rows: svmlight, CSV, ARFF, IDX, .npy, .npz, compressed or not.

    Parameters
    ----------
    path : str or os.PathLike
    label_column : str, default=""
        For CSV and ARFF: a name, a number from 1, "first", "last" or "none"; "": the last one.
    labels : str or os.PathLike, optional
        For IDX and .npy: the file of the labels; None: found by its name.
    one_hot : bool, default=False
        For CSV: a column of words becomes one feature of 0 and 1 per word.
    missing : {"error", "drop", "mean"}, default="error"
        For CSV and ARFF: what a missing value does: refuse the file, leave the row out, take the column's mean.
    drop_column : str or sequence of str, default=()
        For CSV: columns to leave out, names or numbers from 1.

    Returns
    -------
    RowsFile

    Raises
    ------
    DataError
        With file, line and column.
    OSError
    """
    dropped = [drop_column] if isinstance(drop_column, str) else _checked.sequence(drop_column, "drop_column")
    loaded = _querent.read_rows(_checked.path(path, "path"), _checked.text(label_column, "label_column"),
                              None if labels is None else _checked.path(labels, "labels"),
                              _checked.flag(one_hot, "one_hot"),
                              _checked.word(missing, "missing", ("error", "drop", "mean")),
                              [_checked.text(name, "drop_column") for name in dropped])
    X = _csr(loaded) if loaded["sparse"] else loaded["data"].reshape(-1, loaded["dim"])
    return RowsFile(X, _names_of(loaded["labels"], loaded["classes"]), loaded["classes"], loaded["feature_names"])
