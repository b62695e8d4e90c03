# SPDX-License-Identifier: Apache-2.0
"""What spreads over a graph: labels, scores, words."""

import numpy as np

from . import _querent
from ._rows import as_rows
from .graphs import as_graph


def known_labels(y):
    """(classes, indices): unknown labels (-1, None, NaN) have index -1. Names are sorted."""
    y = np.asarray(y)
    if y.dtype.kind == "f":
        unknown = np.isnan(y) | (y == -1)
    elif y.dtype.kind in "iu":
        unknown = y == -1
    else:
        unknown = np.array([v is None or v == -1 or (isinstance(v, float) and v != v) for v in y], dtype=bool)
    classes, found = np.unique(y[~unknown], return_inverse=True) if (~unknown).any() else (y[:0], [])
    if y.dtype.kind == "f" and len(classes) and np.array_equal(classes, classes.astype(int)):
        classes = classes.astype(int)
    indices = np.full(len(y), -1, dtype=np.int32)
    indices[~unknown] = found
    return classes, indices


def label_spreading(G, y, alpha=0.8):
    """Classifies every node from the labels of some: F = (1 - a)(I - a S)^-1 Y.

    Parameters
    ----------
    G : a graph, see `as_graph`
    y : sequence of length n
        Labels; -1, None or NaN where they are not known.
    alpha : float in (0, 1)
        How far labels spread.

    Returns
    -------
    ndarray of shape (n,)
        A class a node; that of the lowest name where no label reaches.
    """
    graph = as_graph(G)
    classes, indices = known_labels(y)
    if len(classes) == 0:
        raise ValueError("no label is known")
    if len(classes) == 1:
        return np.repeat(classes, graph.num_nodes)
    return classes[_querent.spread_labels(graph.graph, indices, len(classes), float(alpha))]


def spread_scores(G, Y, alpha=0.8):
    """Spreads scores over a graph: (1 - a)(I - a S)^-1 Y.

    Parameters
    ----------
    G : a graph, see `as_graph`
    Y : array of shape (n, K)
    alpha : float in (0, 1)

    Returns
    -------
    ndarray of shape (n, K)
    """
    return _querent.spread_scores(as_graph(G).graph, np.asarray(Y, dtype=float), float(alpha))


def label_walks(G, nodes, labels, n_classes=None, alpha=0.8, epsilon=1e-4):
    """Where random walks from every node end among the labelled nodes; what is too far away is not followed.

    Parameters
    ----------
    G : a graph, see `as_graph`
    nodes, labels : sequences of equal length
        Indices of labelled nodes, and of their classes.
    n_classes : int, optional
        K >= 2; None: one more than the largest label.
    alpha : float in (0, 1)
        The probability that a walk goes on.
    epsilon : float > 0
        What is not followed, in units of a node's degree over the mean degree.

    Returns
    -------
    ndarray of shape (n, n_classes)
        Probabilities, too small by what was not followed.
    """
    labels = np.asarray(labels, dtype=np.int32)
    K = max(2, int(labels.max(initial=-1)) + 1) if n_classes is None else int(n_classes)
    return _querent.walk_scores(as_graph(G).graph, np.asarray(nodes, dtype=np.uint32), labels, K, float(alpha),
                                float(epsilon))


def correct_and_smooth(G, Z, nodes, labels):
    """Brings a model's scores over the graph: corrected and smoothed, in shares that the labels decide.

    Parameters
    ----------
    G : a graph, see `as_graph`
    Z : array of shape (n, K)
        Scores of every node; of a labelled node, what the model would say had it not learned its label.
    nodes, labels : sequences of equal length
        Indices of labelled nodes, and of their classes.

    Returns
    -------
    ndarray of shape (n, K)
    """
    return _querent.scores_over_graph(as_graph(G).graph, np.asarray(Z, dtype=float),
                                      np.asarray(nodes, dtype=np.uint32), np.asarray(labels, dtype=np.int32))


def propagated_features(G, X, n_components=100, steps=2, tf_idf=True, n_jobs=1):
    """Rows from what is written on the nodes: TF-IDF, averaged over the graph, reduced.

    Parameters
    ----------
    G : a graph, see `as_graph`
    X : array or sparse matrix of shape (n_nodes, n_words)
        For instance counts of words.
    n_components : int, default=100
        Columns of the result; fewer if X has a smaller rank.
    steps : int, default=2
        Times that a node's features are averaged with its neighbours'.
    tf_idf : bool, default=True
        Weigh a word by its rarity.
    n_jobs : int, default=1
        Threads; the result does not depend on them.

    Returns
    -------
    ndarray of shape (n_nodes, n_components)
        Rows of length 1; 0 where there is nothing.
    """
    return _querent.propagate_features(as_graph(G).graph, as_rows(X, sparse=True), int(n_components), int(steps),
                                       bool(tf_idf), int(n_jobs))
