# SPDX-License-Identifier: Apache-2.0
"""Label a graph, or rows, by asking."""

import numpy as np

from . import _querent
from ._base import BaseEstimator, ClassifierMixin, not_fitted
from ._rows import as_rows
from .graphs import as_graph
from .propagation import known_labels
from .rules import QueryRule, named
from .session import GraphSession, RowSession


class GraphClassifier(ClassifierMixin, BaseEstimator):
    """Classifies the nodes of a graph from few labels, which it chooses.

    Parameters
    ----------
    budget : int, optional
        Labels it may ask for; None: as many as are told.
    n_components : int, default=100
        Eigenvectors of the embedding.
    laplacian : {"normalized", "combinatorial"}
    tolerance : float, default=1e-4
        Of the eigenpairs.
    stop_at_error : float, default=0
        Ends once the error is known to be at most this; 0: never.
    checks : float, default=0.1
        Share of the questions drawn at random, for an unbiased estimate of the error.
    random_state : int, default=0
    n_jobs : int, default=1
        Threads; nothing depends on them.
    order : {"pool", "stream"}, default="pool"
        Any node may be the next question; or each comes once, is asked or passed, as in the papers.
    learner : str, default="auto"
        Of a stream: a name of the catalogue. A pool is asked by "auto".
    query : str, QueryRule or callable, default=""
        Of a stream: a rule of the catalogue; "" is the learner's own. Of a pool: "" ("variance-reduction"),
        "most-urgent", "random", or ``query(candidates, scores, uncertainty)`` that gives a utility of each candidate (an
        index), from the scores of its classes (n_candidates x n_classes) and r = x^T A^-1 x; the largest is asked.
    params : dict, optional
        Of learner and rule, by name.
    class_shares : sequence of float, optional
        How often each class occurs, where that is known: one a class, of sum 1. Of a pool.
    """

    def __init__(self, budget=None, n_components=100, laplacian="normalized", tolerance=1e-4, stop_at_error=0.0,
                 checks=0.1, random_state=0, n_jobs=1, order="pool", learner="auto", query="", params=None,
                 class_shares=None):
        self.budget = budget
        self.n_components = n_components
        self.laplacian = laplacian
        self.tolerance = tolerance
        self.stop_at_error = stop_at_error
        self.checks = checks
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.order = order
        self.learner = learner
        self.query = query
        self.params = params
        self.class_shares = class_shares

    def session(self, G, classes=(), words=None):
        """Embeds a graph and begins to ask.

        Parameters
        ----------
        G : a graph, see `as_graph`
        classes : sequence, optional
            Those known beforehand; others come with their first label.
        words : array or sparse matrix of shape (n_nodes, n_words), optional
            What is written on the nodes.

        Returns
        -------
        GraphSession
        """
        graph = as_graph(G)
        embedding = _querent.embed(graph.graph, int(self.n_components), self.laplacian, float(self.tolerance),
                                   int(self.n_jobs))
        rows = None
        if words is not None:
            words, threads = as_rows(words, sparse=True), int(self.n_jobs)
            rows = (_querent.pool_words(graph.graph, words, threads) if self.order == "pool" else
                    _querent.propagate_features(graph.graph, words, 100, 2, True, threads))
        items = _querent.items_of_graph(graph.graph, embedding, rows)
        self.session_ = GraphSession(items, graph.names, list(classes), **self._options())
        self.session_.graph_, self.session_._dim, self.session_._laplacian = graph, int(self.n_components), self.laplacian
        return self.session_

    def row_session(self, X, classes=()):
        """The same on rows.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
        classes : sequence, optional

        Returns
        -------
        RowSession
        """
        rows = as_rows(X)
        self.session_ = RowSession(_querent.items_of_rows(rows), range(len(rows)), list(classes), **self._options())
        self.session_._rows = X
        return self.session_

    def fit(self, G, y, words=None):
        """Learns the labels that are known.

        Parameters
        ----------
        G : a graph, see `as_graph`
        y : sequence of length n_nodes
            Labels; -1, None or NaN where they are not known.
        words : array or sparse matrix of shape (n_nodes, n_words), optional

        Returns
        -------
        GraphClassifier
            Itself; `ask` goes on from there.
        """
        classes, indices = known_labels(y)
        if len(classes) == 0:
            raise ValueError("no label is known")
        session = self.session(G, list(classes), words)
        if len(indices) != len(session._items):
            raise ValueError(f"expected a label (or -1) a node, found {len(indices)} for {len(session._items)} nodes")
        for i in np.flatnonzero(indices >= 0):
            session._session.answer(int(i), int(indices[i]))
        self.classes_ = classes
        return self

    def predict(self, nodes=None):
        """The class of every node, or of the nodes named.

        Returns
        -------
        ndarray of object, shape (n,)
        """
        return self._pick(self._fitted().predict(), nodes)

    def predict_proba(self, nodes=None):
        """The probability of every class, in the order of `session_.classes_`.

        Returns
        -------
        ndarray of shape (n, n_classes)
        """
        return self._pick(self._fitted().predict_proba(), nodes)

    def ask(self):
        """The next question of the session."""
        return self._fitted().ask()

    def tell(self, what, label):
        """The label of a question or a node."""
        self._fitted().tell(what, label)
        return self

    def undo(self):
        """Takes the last answer back; False where there is none."""
        return self._fitted().undo()

    @property
    def estimate_(self):
        """(error, low, high) on all that was not asked."""
        return self._fitted().estimate_

    def save(self, path):
        """Writes the answers, whole or not at all."""
        self._fitted().save(path)

    def load(self, path):
        """Goes on where `save` was called, after `session` or `fit` on the same graph."""
        self._fitted().load(path)
        return self

    def _options(self):
        query, params = self.query, dict(self.params or {})
        if isinstance(query, QueryRule):
            query, params = named(query, params)
        return {"budget": None if self.budget is None else int(self.budget), "stop_at_error": float(self.stop_at_error),
                "checks": float(self.checks), "seed": int(self.random_state), "threads": int(self.n_jobs),
                "order": self.order, "learner": self.learner, "query": query,
                "params": {key: float(value) for key, value in params.items()},
                "class_shares": [] if self.class_shares is None else [float(share) for share in self.class_shares]}

    def _fitted(self):
        if not hasattr(self, "session_"):
            raise not_fitted(self)
        return self.session_

    def _pick(self, values, nodes):
        if nodes is None:
            return values
        return values[[self._fitted()._item(node) for node in nodes]]

    def _more_tags(self):
        return {"X_types": ["graph"], "no_validation": True}
