# SPDX-License-Identifier: Apache-2.0
"""Label a graph, or rows, by asking: the session of the library with the caller's own names."""

from dataclasses import dataclass

import numpy as np

from . import _querent
from ._base import BaseEstimator, ClassifierMixin, not_fitted
from ._rows import as_rows
from .graphs import as_graph
from .propagation import known_labels


@dataclass(frozen=True)
class Question:
    """A node, or row, whose label is wanted.

    Attributes
    ----------
    id : int
    node : hashable
        The caller's name of the node (of a row: its index).
    index : int
    why : {"cover", "urgent", "check"}
        To cover the graph first; the rule of the session; drawn at random for the estimate.
    probability : float
        With which it was chosen.
    predicted : class or None
        What the session would say; None while it knows nothing.
    confidence : float
        Probability of `predicted`.
    class_probabilities : dict
    """

    id: int
    node: object
    index: int
    why: str
    probability: float
    predicted: object
    confidence: float
    class_probabilities: dict


class RowSession:
    """Questions, answers and what follows from them, on rows: `row_session`.

    The same rows, options and answers give the same questions and predictions, to the bit.
    """

    def __init__(self, items, names, classes, **options):
        self._items = items
        self._names = names
        self._index = None if isinstance(names, range) else {name: i for i, name in enumerate(names)}
        self._labels = list(classes)
        self._options = options
        self._session = _querent.Session(items, [_text(c) for c in classes], **options)
        self.ending = None

    # -- questions ------------------------------------------------------------------------------

    def ask(self):
        """The next question, the same until it is told; None where there is none, and `ending` says why."""
        said = self._session.next()
        if isinstance(said, str):
            self.ending = said
            return None
        return self._question(said)

    def ask_batch(self, k):
        """Up to k different questions."""
        return [self._question(said) for said in self._session.next_batch(k)]

    def tell(self, what, label):
        """The label of a question or a node, asked or not; a second one corrects the first."""
        self._session.answer(self._item(what), self._class(label))
        self.ending = None

    def skip(self, what):
        """Not now."""
        self._session.skip(self._item(what))

    def do_not_know(self, what):
        """Never again."""
        self._session.do_not_know(self._item(what))

    def undo(self):
        """Takes the last answer back; False where there is none."""
        self.ending = None
        done = self._session.undo()
        self._labels = self._labels[:len(self._session.classes)]
        return done

    # -- what follows ---------------------------------------------------------------------------

    @property
    def asked(self):
        """How many questions were answered."""
        return self._session.asked

    @property
    def classes_(self):
        return np.array(self._labels, dtype=object)

    @property
    def estimate_(self):
        """(error, low, high) on all that was not asked, from the questions drawn at random."""
        return self._session.estimate()

    def predict(self):
        """A class a node; None where nothing can be known of it."""
        return np.array([*self._labels, None], dtype=object)[self._session.predictions()["label"]]

    def predict_proba(self):
        """n x K; a row of zeros where nothing can be known."""
        return np.array([self._session.class_probabilities(i) for i in range(len(self._items))])

    def predict_frame(self):
        """A pandas frame with id, class, probability and asked, a line a node."""
        import pandas as pd
        said = self._session.predictions()
        return pd.DataFrame({"id": list(self._names),
                             "class": np.array([*self._labels, None], dtype=object)[said["label"]],
                             "probability": said["probability"], "asked": said["asked"].astype(bool)})

    def save(self, path):
        """Writes the answers, whole or not at all; `load` needs the same items."""
        self._session.save(path)

    def load(self, path):
        """Goes on where `save` was called on the same items."""
        self._session = _querent.Session.load(path, self._items)
        known = {_text(label): label for label in self._labels}
        self._labels = [known.get(text, text) for text in self._session.classes]
        return self

    def __repr__(self):
        error, low, high = self.estimate_
        said = f"{type(self).__name__}: {len(self._items)} items, {len(self._labels)} classes, {self.asked} asked"
        return said + (f", error {error:.3f} ({low:.3f} to {high:.3f})" if low < high < 1 else "")

    def _repr_html_(self):
        import html
        return f"<code>{html.escape(repr(self))}</code>"

    # -- inside ---------------------------------------------------------------------------------

    def _question(self, said):
        predicted = said["predicted"]
        return Question(said["id"], self._names[said["item"]], said["item"], said["why"], said["probability"],
                        None if predicted < 0 else self._labels[predicted], said["confidence"],
                        dict(zip(self._labels, said["class_probabilities"])))

    def _item(self, what):
        if isinstance(what, Question):
            return what.index
        if self._index is None:
            return int(what)
        if what not in self._index:
            raise ValueError(f"no node {what!r}")
        return self._index[what]

    def _class(self, label):
        for k, known in enumerate(self._labels):
            if known == label:
                return k
        if label is None or (isinstance(label, float) and label != label):
            raise ValueError("None is no class; skip() or do_not_know() what has no answer")
        k = self._session.add_class(_text(label))
        self._labels.append(label)
        return k


class GraphSession(RowSession):
    """Questions, answers and what follows from them, on the nodes of a graph: `GraphClassifier.session`."""


def _text(label):
    return label if isinstance(label, str) else repr(label.item() if hasattr(label, "item") else label)


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
    learner, query : str
        Of a stream: names of the catalogue; the query rule "" is the learner's own. A pool is asked by "auto".
    params : dict, optional
        Of learner and rule, by name.
    """

    def __init__(self, budget=None, n_components=100, laplacian="normalized", tolerance=1e-4, stop_at_error=0.0,
                 checks=0.1, random_state=0, n_jobs=1, order="pool", learner="auto", query="", params=None):
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
            rows = _querent.propagate_features(graph.graph, as_rows(words, sparse=True), 200, 2, True,
                                               int(self.n_jobs))
        items = _querent.items_of_graph(graph.graph, embedding, rows)
        self.session_ = GraphSession(items, graph.names, list(classes), **self._options())
        return self.session_

    def row_session(self, X, classes=()):
        """The same on rows, n x d."""
        rows = as_rows(X)
        self.session_ = RowSession(_querent.items_of_rows(rows), range(len(rows)), list(classes), **self._options())
        return self.session_

    def fit(self, G, y, words=None):
        """Learns the labels that are known: -1, None or NaN where they are not."""
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
        """A class a node, or of the nodes named."""
        return self._pick(self._fitted().predict(), nodes)

    def predict_proba(self, nodes=None):
        """n x K, by the classes of the session."""
        return self._pick(self._fitted().predict_proba(), nodes)

    def ask(self):
        """The next question of the session."""
        return self._fitted().ask()

    def tell(self, what, label):
        self._fitted().tell(what, label)
        return self

    def undo(self):
        return self._fitted().undo()

    @property
    def estimate_(self):
        return self._fitted().estimate_

    def save(self, path):
        self._fitted().save(path)

    def load(self, path):
        """Goes on where `save` was called, after `session` or `fit` on the same graph."""
        self._fitted().load(path)
        return self

    def _options(self):
        return {"budget": None if self.budget is None else int(self.budget), "stop_at_error": float(self.stop_at_error),
                "checks": float(self.checks), "seed": int(self.random_state), "threads": int(self.n_jobs),
                "order": self.order, "learner": self.learner, "query": self.query,
                "params": {key: float(value) for key, value in (self.params or {}).items()}}

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
