# SPDX-License-Identifier: Apache-2.0
"""What spreads over a graph: labels, scores, words."""

import numpy as np

from . import _checked, _querent
from ._labels import known_labels
from ._rows import as_rows
from .graphs import as_graph

_MOST_CLASSES = 2**16  # of `label_walks`, whose result has a column per class


def label_spreading(G, y, alpha=0.8):
    """Classifies every node from the labels of some: F = (1 - a)(I - a S)^-1 Y.

    Parameters
    ----------
    G : a graph, see `as_graph`
    y : sequence of length n, dict or pandas.Series
        Labels; -1, None or NaN where they are not known. A dict or a Series names nodes.
    alpha : float in (0, 1)
        How far labels spread.

    Returns
    -------
    ndarray of shape (n,)
        A class a node; that of the lowest name where no label reaches.
    """
    graph, alpha = as_graph(G), _checked.real(alpha, "alpha", 0, 1, open_ends=True)
    classes, indices = known_labels(y, graph.names)
    if len(classes) == 0:
        raise ValueError("y: no label is known")
    if len(classes) == 1:
        return np.repeat(classes, graph.num_nodes)
    return classes[_querent.spread_labels(graph.graph, indices, len(classes), alpha)]


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
    graph = as_graph(G)
    return _querent.spread_scores(graph.graph, _checked.reals(Y, "Y", (graph.num_nodes, None)),
                                  _checked.real(alpha, "alpha", 0, 1, open_ends=True))


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
    epsilon : float in (0, 1)
        What is not followed, in units of a node's degree over the mean degree.

    Returns
    -------
    ndarray of shape (n, n_classes)
        Probabilities, too small by what was not followed.
    """
    graph = as_graph(G)
    K = _MOST_CLASSES if n_classes is None else _checked.count(n_classes, "n_classes", 2, _MOST_CLASSES)
    nodes, labels = _labelled(nodes, labels, graph.num_nodes, K)
    if n_classes is None:
        K = max(2, int(labels.max(initial=-1)) + 1)
    return _querent.walk_scores(graph.graph, nodes, labels, K, _checked.real(alpha, "alpha", 0, 1, open_ends=True),
                                _checked.real(epsilon, "epsilon", 0, 1, open_ends=True))


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
    graph = as_graph(G)
    Z = _checked.reals(Z, "Z", (graph.num_nodes, None))
    return _querent.scores_over_graph(graph.graph, Z, *_labelled(nodes, labels, graph.num_nodes, Z.shape[1]))


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
        Times that a node's features are averaged with its neighbours', at most 1000.
    tf_idf : bool, default=True
        Weigh a word by its rarity.
    n_jobs : int, default=1
        Threads, -1 for all processors; the result does not depend on them.

    Returns
    -------
    ndarray of shape (n_nodes, n_components)
        Rows of length 1; 0 where there is nothing.
    """
    return _querent.propagate_features(as_graph(G).graph, as_rows(X, sparse=True), _checked.count(n_components, "n_components", 1),
                                       _checked.count(steps, "steps", 0, 1000), _checked.flag(tf_idf, "tf_idf"),
                                       _checked.threads(n_jobs))


def _labelled(nodes, labels, num_nodes, num_classes):
    nodes = _checked.indices(nodes, "nodes", num_nodes)
    labels = _checked.indices(labels, "labels", num_classes, np.int32)
    if len(nodes) != len(labels):
        raise ValueError(f"labels: expected one for each of {len(nodes)} nodes, found {len(labels)}")
    return nodes, labels
