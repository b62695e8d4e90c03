# SPDX-License-Identifier: Apache-2.0
"""Classify a graph, or rows, by asking for labels."""

import numpy as np

from . import _checked, _querent
from ._base import BaseEstimator, ClassifierMixin, all_or_nothing, not_fitted
from ._labels import known_labels, objects, some_unknown
from ._opinions import criteria_row, opinion_rows
from ._own import OwnLearner, is_learner
from ._rows import as_rows, check_indices, opened
from ._validation import RowsMixin
from .embedding import _embedded
from .graphs import as_graph
from .learners import learner_names
from .rules import QueryRule, named
from .session import GraphSession, RowSession, _class_list


def _scale_of(X):
    """(mean, standard deviation) of each column, 1 for a constant column; None if squares exceed 1e308."""
    X = np.asarray(X, dtype=float)
    with np.errstate(all="ignore"):
        mean, deviation = X.mean(axis=0), X.std(axis=0)
    return (mean, np.where(deviation > 0, deviation, 1)) if np.isfinite(deviation).all() else None


def _is_matrix(nodes):
    """Whether these are rows, not names of nodes, which are hashable."""
    return (hasattr(nodes, "tocsr") or getattr(nodes, "ndim", 1) == 2
            or (isinstance(nodes, (list, tuple)) and any(isinstance(row, (list, np.ndarray)) for row in nodes[:1])))


def _pick(session, values, nodes):
    if nodes is None:
        return values
    if getattr(nodes, "dtype", None) == bool:
        raise _checked.refused("nodes", "names of nodes, not a mask", nodes, TypeError)
    return values[[session._item(node) for node in _checked.sequence(nodes, "nodes")]]


def _typed(session, predicted):
    """Labels of the type passed to `fit`, if all are known."""
    kind = session._kind
    if kind == object or any(label is None for label in predicted):
        return predicted
    typed = np.array(predicted.tolist())  # numbers or texts
    return typed if typed.dtype.kind == kind.kind else predicted


class GraphClassifier(RowsMixin, ClassifierMixin, BaseEstimator):
    """Classifies the nodes of a graph, or rows connected to their neighbours, from few labels that it chooses.

    Parameters
    ----------
    budget : int, optional
        Maximum number of labels to ask for; None: no limit.
    n_components : int, default=100
        Number of eigenvectors of the embedding.
    laplacian : {"normalized", "combinatorial"}
    tolerance : float, default=1e-4
        Maximum residual of the eigenpairs relative to the norm of the Laplacian.
    stop_at_error : float, default=0
        Stop once the error is at most this with 95 % confidence; 0: never.
    checks : float, default=0.1
        Fraction of the questions drawn at random, for an unbiased estimate of the error.
    random_state : int, default=0
    n_jobs : int, default=1
        Number of threads; results do not depend on it.
    order : {"pool", "stream"}, default="pool"
        "pool": any node may be the next question; "stream": each comes once and is asked or skipped, as in the papers.
    learner : str, estimator or callable, default="auto"
        For a stream: a name of the catalogue. For a pool: "auto", or your own learner, which learns all answers before each
        question: an object with ``fit`` and ``predict_proba`` or ``decision_function``, as in scikit-learn, or
        ``learner(rows, items, labels, n_classes)``, which returns scores of all rows (n x n_classes) from the class numbers
        of the answered items. The rows are those of the embedding, or of `row_session`.
    query : str, QueryRule or callable, default=""
        For a stream: a rule of the catalogue; "" is the learner's own. For a pool: "" or "auto" (the rule of
        `querent ask`), "random", or ``query(candidates, scores, uncertainty)`` that returns a utility of each candidate (an
        index) from its class scores (n_candidates x n_classes) and its posterior variance in [0, 1]; the largest utility
        is asked.
        With your own learner, the scores are its own, and "" asks where its two best classes are closest.
    params : dict, optional
        Parameters of learner and rule, by name.
    class_shares : sequence of float, optional
        Known class frequencies, one per class, with sum 1. For a pool.
    aim : {"classify", "find"}
        "find": the next question is the item that most probably belongs to the rare class `target`; `recall_` of the
        session estimates its size. For a pool with "auto" as learner and rule.
    target : class, optional
        For aim="find": the class to find; None: the first of the classes.
    stop_at_recall : float, default=0
        For aim="find": stop once at least this share of the class is found, with 95 % confidence; 0: never.
    affinity : {"precomputed", "nearest_neighbors"}
        The input of `fit` and `session`: a graph, or rows, each connected to its nearest neighbours (by scikit-learn).
    n_neighbors : int, default=10
        Number of neighbours for "nearest_neighbors".

    Attributes
    ----------
    session_ : GraphSession or RowSession
        The session that `fit`, `session` or `row_session` has started.
    n_features_in_ : int
        For rows; `feature_names_in_` has the names of a frame's columns.
    """

    def __init__(self, budget=None, n_components=100, laplacian="normalized", tolerance=1e-4, stop_at_error=0.0,
                 checks=0.1, random_state=0, n_jobs=1, order="pool", learner="auto", query="", params=None,
                 class_shares=None, aim="classify", target=None, stop_at_recall=0.0, affinity="precomputed", n_neighbors=10):
        self._keep(locals())

    @all_or_nothing
    def session(self, G, classes=(), words=None, opinions=None, criteria=None):
        """Embeds a graph and starts a session.

        Parameters
        ----------
        G : a graph, see `as_graph`; or rows, see `affinity`
        classes : sequence, optional
            Initial classes; further classes are added with their first label.
        words : array or sparse matrix of shape (n_nodes, n_words), optional
            Node features, such as word counts.
        opinions : dict of node to class, or to dict of class to probability, optional
            A machine's opinions. Its accuracy is learned from the answers; opinions are never labels. Their classes must
            be in `classes`. For pool order and "auto".
        criteria : array or sparse matrix of shape (n_words,) or (1, n_words), optional
            For aim="find": the words of what is sought, such as those of the question of a review, weighted as in `words`;
            the nodes that share them come first.

        Returns
        -------
        GraphSession
        """
        options, classes = self._options(), _class_list(classes)
        graph = self._joined(self._check(G, reset=True)) if self._of_rows() else as_graph(G)
        self.session_ = self._begin(graph, classes, words, options, opinions, criteria)
        return self.session_

    def _begin(self, graph, classes, words, options, opinions=None, criteria=None):
        options["opinions"] = opinion_rows(opinions, graph.names, classes)
        options = self._aimed(options, classes)
        embedding, rows, threads, looked_at = _embedded(self, graph), None, options["threads"], None
        if words is not None:
            words = as_rows(words, sparse=True)
            if len(words) != graph.num_nodes:
                raise ValueError(f"words: expected a row for each of {graph.num_nodes} nodes, found {len(words)}")
            looked_at = words if "find" in options else None
            rows = (_querent.pool_words(graph.graph, words, threads) if self.order == "pool" else
                    _querent.propagate_features(graph.graph, words, 100, 2, True, threads))
        options["criteria"] = criteria_row(criteria, None if looked_at is None else looked_at.dim)
        self._give(options, embedding.rows if rows is None else np.hstack([embedding.rows, rows]))
        session = GraphSession(_querent.items_of_graph(graph.graph, embedding, rows, looked_at), graph.names, classes, **options)
        session.graph_, session._dim, session._laplacian = graph, self.n_components, self.laplacian
        session._neighbours = self.__dict__.get("_neighbours")
        return session

    @all_or_nothing
    def row_session(self, X, classes=(), scale="standard", opinions=None):
        """Starts a session on rows.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
        classes : sequence, optional
        scale : {"standard", "none"}
            "standard": the columns of an array are scaled to mean 0 and standard deviation 1, so that their units do not
            matter. Sparse matrices are unchanged, and your own learner gets the rows that you passed.
        opinions : dict of row to class, or to dict of class to probability, optional
            As in `session`.

        Returns
        -------
        RowSession
        """
        options, classes, rows = self._options(), _class_list(classes), as_rows(X)
        standard = _checked.word(scale, "scale", ("standard", "none")) == "standard"
        X = opened(X)[0]
        self._check_names(X, True)
        X = X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)
        self.n_features_in_ = X.shape[1]
        scale = _scale_of(X) if standard and not hasattr(X, "tocsr") and len(X) else None
        if scale is not None:
            rows = as_rows((np.asarray(X, dtype=float) - scale[0]) / scale[1])
        options["opinions"] = opinion_rows(opinions, range(len(rows)), classes)
        self._give(options, X)
        options = self._aimed(options, classes)
        session = RowSession(_querent.items_of_rows(rows), range(len(rows)), classes, **options)
        session._rows, session._scale = X.copy(), scale
        self.session_ = session
        return session

    @all_or_nothing
    def fit(self, G, y=None, words=None):
        """Learns the known labels.

        Parameters
        ----------
        G : a graph, see `as_graph`; or rows, see `affinity`
        y : sequence of length n_nodes, dict or pandas.Series
            Labels; -1, None or NaN if unknown. A dict, or the index of a Series, names nodes. A part of a Series, as
            cross_val_score cuts it for a graph without names, is in the order of the nodes. None: the labels of a
            `GraphFile`. For rows, -1 is a class if the only other label is 1.
        words : array or sparse matrix of shape (n_nodes, n_words), optional

        Returns
        -------
        GraphClassifier
            Itself; `ask` continues from there.
        """
        options = self._options()
        if self._of_rows():
            graph, classes, indices = self._rows_and_labels(*opened(G, y))
        else:
            graph, y = as_graph(G), getattr(G, "labels", None) if y is None else y
            classes, indices = known_labels(y, graph.names)
        if len(classes) == 0:
            raise ValueError("y: no label is known")
        session = self._begin(graph, list(classes), words, options)
        session._learn(indices)
        session._kind = classes.dtype
        self.session_ = session  # other threads predict with the previous one until then
        return self

    def predict(self, nodes=None):
        """The class of all nodes, of the given nodes, or of new nodes.

        Parameters
        ----------
        nodes : sequence of names, or matrix of shape (k, n_nodes), optional
            A matrix, sparse or dense, has the weights of the edges between k new nodes and those of the graph. For rows,
            including those of `row_session`: new rows, of shape (k, d).

        Returns
        -------
        ndarray of shape (n,)
            With dtype object and None if some nodes cannot be classified.
        """
        session = self._fitted()
        share = self._of_new(session, nodes)
        if share is None:
            return _typed(session, _pick(session, session.predict(), nodes))
        if share.shape[1] == 0:  # no class is known yet
            return np.full(len(share), None)
        best = np.where(share.any(axis=1), share.argmax(axis=1), -1)
        return _typed(session, objects([*session.classes_, None])[best])

    def predict_proba(self, nodes=None):
        """The probability of every class, in the order of `session_.classes_`.

        For a new node it is the mean of its neighbours' probabilities, weighted by their edges.

        Parameters
        ----------
        nodes : sequence of names, or matrix of shape (k, n_nodes), optional
            As in `predict`.

        Returns
        -------
        ndarray of shape (n, n_classes)
        """
        session = self._fitted()
        share = self._of_new(session, nodes)
        return _pick(session, session.predict_proba(), nodes) if share is None else share

    def ask(self):
        """The next question of the session."""
        return self._fitted().ask()

    def tell(self, what, label):
        """Gives the label of a question or a node."""
        self._fitted().tell(what, label)
        return self

    def undo(self):
        """Takes back the last answer; False without one."""
        return self._fitted().undo()

    @property
    def classes_(self):
        """The classes of the session, in the order of the columns of `predict_proba`."""
        if not hasattr(self, "session_"):
            raise AttributeError("classes_: no session was started yet")
        return _typed(self.session_, self.session_.classes_)

    @property
    def estimate_(self):
        """(error, low, high): estimated error on everything that was not asked."""
        return self._fitted().estimate_

    def save(self, path):
        """Writes the answers atomically."""
        self._fitted().save(path)

    def load(self, path):
        """Continues from `save`, after `session` or `fit` on the same graph."""
        self._fitted().load(path)
        return self

    def _options(self):
        query, params = self.query, _checked.params(self.params)
        if isinstance(query, QueryRule):
            query, params = named(query, params)
        elif not callable(query):
            _checked.text(query, "query")
        shares, learner = self.class_shares, self.learner
        if isinstance(learner, str) or not is_learner(learner):
            learner = _checked.word(learner, "learner", learner_names())
        elif self.order != "pool" or params or self.stop_at_error or not (callable(query) or query in ("", "auto")):
            raise ValueError("your own learner needs order='pool', no params, no stop_at_error, and a callable or nothing as query; "
                             "play() takes it along a stream")
        return {"budget": None if self.budget is None else _checked.count(self.budget, "budget", most=2**64 - 1),
                "stop_at_error": _checked.real(self.stop_at_error, "stop_at_error", 0, 1),
                "checks": _checked.real(self.checks, "checks", 0, 1), "seed": _checked.seed(self.random_state),
                "threads": _checked.threads(self.n_jobs), "order": _checked.word(self.order, "order", ("pool", "stream")),
                "learner": learner, "query": query, "params": params,
                "class_shares": [] if shares is None else _checked.reals(shares, "class_shares", (None,)).tolist()}

    def _aimed(self, options, classes):
        """Adds the class to find, if there is one."""
        goal = _checked.real(self.stop_at_recall, "stop_at_recall", 0, 1)
        if _checked.word(self.aim, "aim", ("classify", "find")) == "classify":
            if goal or self.target is not None:
                raise ValueError("stop_at_recall and target need aim='find'")
            return options
        if options["order"] != "pool" or options["learner"] != "auto" or options["query"] not in ("", "auto"):
            raise ValueError("aim='find' needs order='pool', learner='auto' and no query")
        known = list(classes)
        if len(known) == 0:
            raise ValueError("aim='find' needs classes: give classes=('relevant', 'irrelevant'), the class to find first")
        target = known[0] if self.target is None else self.target
        if target not in known:
            raise ValueError(f"target: expected one of the classes {known}, found {target!r}")
        return {**options, "find": known.index(target), "stop_at_recall": goal}

    def _give(self, options, rows):
        """Makes the caller's learner the query rule of its session."""
        if not isinstance(options["learner"], str):
            rule = options["query"] if callable(options["query"]) else None
            options.update(query=OwnLearner(options["learner"], rule, rows), learner="auto")

    def _fitted(self):
        if not hasattr(self, "session_"):
            raise not_fitted(self)
        return self.session_

    def _of_rows(self):
        return _checked.word(self.affinity, "affinity", ("precomputed", "nearest_neighbors")) == "nearest_neighbors"

    def _joined(self, X):
        """Converts rows to the graph of their nearest neighbours."""
        n = X.shape[0]
        if n < 2:
            raise ValueError(f"X: expected 2 rows or more, found n_samples = {n}")
        try:
            from sklearn.neighbors import NearestNeighbors
        except ImportError:
            raise ImportError("affinity='nearest_neighbors' needs scikit-learn") from None
        k = min(_checked.count(self.n_neighbors, "n_neighbors", 1), n - 1)
        self._neighbours = NearestNeighbors(n_neighbors=k).fit(X)
        S = self._neighbours.kneighbors_graph()
        return as_graph(S.maximum(S.T).tocsr())

    def _rows_and_labels(self, X, y):
        labels = some_unknown(y)
        y = y if y is None or hasattr(y, "dtype") else _checked.array_of(y, "y", "labels")
        if labels is not None:  # scikit-learn's checks reject these
            X = self._check(X, reset=True)
            classes, indices = known_labels(labels, range(X.shape[0]))
        else:
            X, y = self._check(X, y, reset=True, supervised=True)
            classes, indices = known_labels(y, range(X.shape[0]))
            if list(classes) == [1] and (indices < 0).any():
                classes, indices = np.array([-1, 1]), (indices >= 0).astype(np.int32)
        return self._joined(X), classes, indices

    def _of_new(self, session, nodes):
        """The probability of every class for new nodes or rows; None if `nodes` names items of the session."""
        if nodes is None:
            return None
        if not hasattr(session, "graph_"):
            rows = opened(nodes)[0]
            if not _is_matrix(rows):
                return None
            self._check_names(rows, False)
            return session._proba_of_rows(rows)
        new = self._edges(session, nodes)
        if new is None:
            return None
        share = new @ session.predict_proba()
        total = share.sum(axis=1, keepdims=True)
        return np.divide(share, total, out=np.zeros_like(share), where=total > 0)

    def _edges(self, session, nodes):
        """The edges of new nodes, k x n; None if `nodes` names nodes of the graph."""
        if self._of_rows():
            X = self._check(nodes, reset=False)
            return session._neighbours.kneighbors_graph(X)
        n = session.graph_.num_nodes
        if any(hasattr(nodes, name) for name in ("adj", "get_edgelist", "edge_index", "graph")):
            raise ValueError("nodes: expected names of nodes, or the edges of new nodes as a matrix of shape "
                             f"(k, {n}), found {type(nodes).__name__}; predict() without one classifies every node of the graph")
        if hasattr(nodes, "tocsr"):
            check_indices(nodes)
            edges = nodes.tocsr()
        elif _is_matrix(nodes):
            from scipy import sparse
            edges = sparse.csr_array(_checked.reals(nodes, "nodes", (None, None)))
        else:
            return None
        if edges.shape[1] != n:
            raise ValueError(f"nodes: expected the edges of new nodes as a matrix of shape (k, {n}), found {edges.shape}; a graph "
                             "is not split by rows; scikit-learn splits its matrix by rows and columns")
        if edges.dtype.kind not in "fiub" or not np.isfinite(edges.data).all() or (edges.data < 0).any():
            raise ValueError("nodes: expected finite weights >= 0")
        return edges

    def _more_tags(self):
        return {} if self.affinity == "nearest_neighbors" else {"X_types": ["graph"], "no_validation": True, "pairwise": True}
