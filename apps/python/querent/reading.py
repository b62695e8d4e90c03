# SPDX-License-Identifier: Apache-2.0
"""Files as the program reads them: formats are told by content; what is odd is refused or counted."""

from dataclasses import dataclass

import numpy as np

from . import _querent
from .graphs import NamedGraph


@dataclass(frozen=True)
class GraphFile:
    """A graph with what its files say of the nodes.

    Attributes
    ----------
    graph : NamedGraph
    labels : ndarray of object
        The label of each node, None where there is none.
    classes : list of str
    words : scipy.sparse.csr_array or None
        Features of the nodes, n x d.
    report : dict
        What was left out or merged, counted.
    """

    graph: NamedGraph
    labels: np.ndarray
    classes: list
    words: object
    report: dict


@dataclass(frozen=True)
class RowsFile:
    """Rows with labels: `X` (n x d, sparse or dense), `y`, `classes`, `feature_names`."""

    X: object
    y: np.ndarray
    classes: list
    feature_names: list


def _csr(parts):
    from scipy import sparse
    return sparse.csr_array((parts["data"], parts["indices"], parts["indptr"].astype(np.int64)),
                            shape=(len(parts["indptr"]) - 1, parts["dim"]))


def _names_of(labels, classes):
    return np.array([*classes, None], dtype=object)[labels]


def read_graph(edges, labels=None, features=None, largest_component=True, lenient=False):
    """Reads a graph: an edge list, GML, GraphML, Matrix Market, .npz, LINQS, ..., compressed or not.

    Raises DataError with file, line and column; OSError.
    """
    said = _querent.read_graph(edges, labels, features, largest_component, lenient)
    return GraphFile(NamedGraph(said["graph"], said["names"]), _names_of(said["labels"], said["classes"]),
                     said["classes"], None if said["features"] is None else _csr(said["features"]), said["report"])


def read_rows(path, label_column=""):
    """Reads rows: svmlight, CSV, ARFF, IDX, .npy, .npz, compressed or not.

    Raises DataError with file, line and column; OSError.
    """
    said = _querent.read_rows(path, label_column)
    if said["sparse"]:
        X = _csr(said)
    else:
        X = said["data"].reshape(-1, said["dim"])
    return RowsFile(X, _names_of(said["labels"], said["classes"]), said["classes"], said["feature_names"])
