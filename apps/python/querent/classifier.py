# SPDX-License-Identifier: Apache-2.0
"""Label a graph, or rows, by asking."""

from . import _checked, _querent
from ._base import BaseEstimator, ClassifierMixin, not_fitted
from ._labels import known_labels
from ._rows import as_rows, opened
from .embedding import _embedded
from .graphs import as_graph
from .learners import learner_names
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
        Of a stream: a rule of the catalogue; "" is the learner's own. Of a pool: "" or "auto" (the rule of
        `querent ask`), "most-urgent", "random", or ``query(candidates, scores, uncertainty)`` that gives a utility of each candidate (an
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
        options, classes, graph = self._options(), _checked.sequence(classes, "classes"), as_graph(G)
        embedding, rows, threads = _embedded(self, graph), None, options["threads"]
        if words is not None:
            words = as_rows(words, sparse=True)
            rows = (_querent.propagate_scales(graph.graph, words, threads) if self.order == "pool" else
                    _querent.propagate_features(graph.graph, words, 100, 2, True, threads))
        session = GraphSession(_querent.items_of_graph(graph.graph, embedding, rows), graph.names, classes, **options)
        session.graph_, session._dim, session._laplacian = graph, self.n_components, self.laplacian
        self.session_ = session
        return session

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
        options, classes, rows = self._options(), _checked.sequence(classes, "classes"), as_rows(X)
        session = RowSession(_querent.items_of_rows(rows), range(len(rows)), classes, **options)
        session._rows = opened(X)[0]
        self.session_ = session
        return session

    def fit(self, G, y=None, words=None):
        """Learns the labels that are known.

        Parameters
        ----------
        G : a graph, see `as_graph`
        y : sequence of length n_nodes, dict or pandas.Series
            Labels; -1, None or NaN where they are not known. A dict, or the index of a Series, names nodes. None: those of
            a `GraphFile`.
        words : array or sparse matrix of shape (n_nodes, n_words), optional

        Returns
        -------
        GraphClassifier
            Itself; `ask` goes on from there.
        """
        graph, y = as_graph(G), getattr(G, "labels", None) if y is None else y
        classes, indices = known_labels(y, graph.names)
        if len(classes) == 0:
            raise ValueError("y: no label is known")
        self.session(graph, list(classes), words)._learn(indices)
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
        query, params = self.query, _checked.params(self.params)
        if isinstance(query, QueryRule):
            query, params = named(query, params)
        elif not callable(query):
            _checked.text(query, "query")
        shares = self.class_shares
        return {"budget": None if self.budget is None else _checked.count(self.budget, "budget", most=2**64 - 1),
                "stop_at_error": _checked.real(self.stop_at_error, "stop_at_error", 0, 1),
                "checks": _checked.real(self.checks, "checks", 0, 1), "seed": _checked.seed(self.random_state),
                "threads": _checked.threads(self.n_jobs), "order": _checked.word(self.order, "order", ("pool", "stream")),
                "learner": _checked.word(self.learner, "learner", learner_names()), "query": query, "params": params,
                "class_shares": [] if shares is None else _checked.reals(shares, "class_shares", (None,)).tolist()}

    def _fitted(self):
        if not hasattr(self, "session_"):
            raise not_fitted(self)
        return self.session_

    def _pick(self, values, nodes):
        if nodes is None:
            return values
        return values[[self._fitted()._item(node) for node in _checked.sequence(nodes, "nodes")]]

    def _more_tags(self):
        return {"X_types": ["graph"], "no_validation": True}
