# SPDX-License-Identifier: Apache-2.0
"""Propagates labels, scores and features over a graph."""

import numpy as np

from . import _checked, _querent
from ._labels import known_labels
from ._rows import as_rows
from .graphs import as_graph

_MOST_CLASSES = 2**16  # of `label_walks`, whose result has one column per class


def label_spreading(G, y, alpha=0.8):
    """Classifies all nodes from the labels of some: F = (1 - a)(I - a S)^-1 Y.

    Parameters
    ----------
    G : a graph, see `as_graph`
    y : sequence of length n, dict or pandas.Series
        Labels; -1, None or NaN if unknown. A dict or a Series names nodes.
    alpha : float in (0, 1)
        Weight of the neighbours; a larger value spreads labels farther.

    Returns
    -------
    ndarray of shape (n,)
        One class per node; the first in sorted order if no label reaches the node.
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
    """The classes of the labelled nodes at which random walks from every node end; distant nodes are cut off.

    Parameters
    ----------
    G : a graph, see `as_graph`
    nodes, labels : sequences of equal length
        Indices of labelled nodes, and of their classes.
    n_classes : int, optional
        K >= 2; None: one more than the largest label.
    alpha : float in (0, 1)
        The probability that a walk continues.
    epsilon : float in (0, 1)
        Threshold of the cut-off, in units of a node's degree over the mean degree.

    Returns
    -------
    ndarray of shape (n, n_classes)
        Probabilities; their sum is smaller than 1 by the walks that end at nodes without a label, and those cut off.
    """
    graph = as_graph(G)
    K = _MOST_CLASSES if n_classes is None else _checked.count(n_classes, "n_classes", 2, _MOST_CLASSES)
    nodes, labels = _labelled(nodes, labels, graph.num_nodes, K)
    if n_classes is None:
        K = max(2, int(labels.max(initial=-1)) + 1)
    return _querent.walk_scores(graph.graph, nodes, labels, K, _checked.real(alpha, "alpha", 0, 1, open_ends=True),
                                _checked.real(epsilon, "epsilon", 0, 1, open_ends=True))


def correct_and_smooth(G, Z, nodes, labels):
    """Corrects and smooths a model's scores over the graph, with weights that are chosen by the labels.

    Parameters
    ----------
    G : a graph, see `as_graph`
    Z : array of shape (n, K)
        Scores of all nodes; for a labelled node, the scores of a model that has not learned its label (leave-one-out).
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
    """Rows from node features: TF-IDF, averaged over the graph, with reduced dimension.

    Parameters
    ----------
    G : a graph, see `as_graph`
    X : array or sparse matrix of shape (n_nodes, n_words)
        Node features, such as word counts.
    n_components : int, default=100
        Columns of the result; fewer if X has a smaller rank.
    steps : int, default=2
        Number of times that features are averaged with those of the neighbours, at most 1000.
    tf_idf : bool, default=True
        Weight words by their rarity.
    n_jobs : int, default=1
        Number of threads, -1 for all processors; the result does not depend on it.

    Returns
    -------
    ndarray of shape (n_nodes, n_components)
        Rows of norm 1, or 0 for nodes without any features in reach.
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
