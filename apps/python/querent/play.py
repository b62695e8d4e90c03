# SPDX-License-Identifier: Apache-2.0
"""The online protocol of the papers: predict, ask or skip, learn; with learners of the catalogue or Python callables."""

from dataclasses import dataclass

import numpy as np

from . import _checked, _querent
from ._adapters import adapted, OneByOne
from ._labels import objects
from ._rows import as_rows, opened
from .online import OnlineClassifier
from .rules import QueryRule, named


@dataclass(frozen=True)
class Play:
    """The results of one pass, by round.

    Attributes
    ----------
    order : ndarray of int
        The row of each round.
    predicted, label : ndarray
        Classes; `label` is None if the label was not asked for and is unknown.
    margin, probability : ndarray of float
        The margin of the prediction; the probability of asking.
    asked : ndarray of bool
    classes : ndarray
    """

    order: np.ndarray
    predicted: np.ndarray
    label: np.ndarray
    margin: np.ndarray
    probability: np.ndarray
    asked: np.ndarray
    classes: np.ndarray

    @property
    def mistakes(self):
        """Number of wrong predictions in rounds whose label is known."""
        return int(np.sum((self.predicted != self.label) & (self.label != None)))  # noqa: E711

    @property
    def queries(self):
        """Number of labels asked for."""
        return int(self.asked.sum())

    @property
    def error_rate(self):
        """Mistakes per round whose label is known: all rounds, or those asked for if `y` is a callable."""
        known = np.count_nonzero(self.label != None)  # noqa: E711
        return self.mistakes / known if known else 0.0

    @property
    def query_rate(self):
        """Labels asked for per round."""
        return self.queries / len(self.order) if len(self.order) else 0.0

    def frame(self):
        """A pandas frame with one line per round.

        Returns
        -------
        pandas.DataFrame
            Columns row, predicted, label, margin, probability, asked.
        """
        import pandas as pd
        return pd.DataFrame({"row": self.order, "predicted": self.predicted, "label": self.label,
                             "margin": self.margin, "probability": self.probability, "asked": self.asked})

    def plot(self, ax=None):
        """Error rate and share of labels asked against rounds.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            None: the current axes.

        Returns
        -------
        matplotlib.axes.Axes
        """
        import matplotlib.pyplot as plt
        ax = plt.gca() if ax is None else ax
        t = np.arange(1, len(self.order) + 1)
        known = self.label != None  # noqa: E711
        wrong = (self.predicted != self.label) & known
        ax.plot(t, np.cumsum(wrong) / np.maximum(np.cumsum(known), 1), color="#0072B2", label="error rate")
        ax.plot(t, np.cumsum(self.asked) / t, color="#D55E00", linestyle="--", label="share of labels asked")
        ax.set_xlabel("rounds")
        ax.set_ylim(bottom=0)
        ax.legend(frameon=False)
        return ax

    def __repr__(self):
        return (f"Play: {len(self.order)} rounds, {self.mistakes} mistakes ({self.error_rate:.3f}), "
                f"{self.queries} labels asked ({self.query_rate:.3f})")

    def _repr_html_(self):
        return (f"<table><tr><th>rounds</th><th>mistakes</th><th>labels asked</th></tr><tr><td>{len(self.order)}</td>"
                f"<td>{self.mistakes} ({self.error_rate:.3f})</td><td>{self.queries} ({self.query_rate:.3f})</td></tr></table>")


def play(X, y=None, learner="PA-I", query="", params=None, order="random", seed=0, run=0, encoding="one-hot",
         classes=None):
    """Makes one pass over the rows; each row is predicted before its label may be asked for.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d), or RowsFile
    y : array of shape (n,), or a callable
        Labels, or a callable: ``y(i)`` returns the label of row i and is called only when it is asked for. None: labels of
        the `RowsFile`.
    learner : str, estimator, object or callable
        A name of the catalogue or one of its classifiers (a new one with its parameters is used); an object with
        ``predict_one(x)`` and ``learn_one(x, y)``, where x is a row as in X (river's models take dicts), or ``predict(X)``
        and ``partial_fit(X, y, classes)``; or a callable that predicts as ``f(x)`` and learns as ``f(x, y)``. A prediction
        is a class or a `Prediction`.
    query : str, QueryRule or callable
        A query rule ("": the learner's own), or ``query(x, prediction)``, which returns the probability of asking.
    params : dict, optional
        Parameters of learner and rule, by name.
    order : {"random", "file"} or array of int
        "random" is the order of run `run` of the program with this seed.
    seed, run : int
        Random seed, and number of the run.
    encoding : {"one-hot", "margin"}
        Encoding of labels for least-squares learners.
    classes : sequence, optional
        All possible labels; required if `y` is a callable and the learner needs them.

    Returns
    -------
    Play
        With learners of the catalogue, the numbers equal those of ``querent run --no-bias`` with the same seed and the same
        rows, to the last bit. The program scales the columns of your own CSV and ARFF files and adds a constant feature for
        linear learners; here you may scale, and add a column of ones, yourself.
    """
    rows, seed, run = as_rows(X), _checked.seed(seed, "seed"), _checked.count(run, "run")
    X, y = opened(X, y)
    encoding = _checked.word(encoding, "encoding", ("one-hot", "margin"))
    if isinstance(order, str):
        if order not in ("random", "file"):
            raise ValueError(f"order: expected 'random', 'file' or an array, found {order!r}")
        order = _querent.random_order(len(rows), seed, run) if order == "random" else np.arange(len(rows))
    order = _checked.indices(order, "order", len(rows))
    if isinstance(learner, OnlineClassifier):
        params = {**learner._learner_params(), **_checked.params(params)}
        encoding, query = learner.encoding, query or learner.query
        learner = learner._learner_name()
    known, labels = _classes_of(y, classes, isinstance(learner, str), len(rows))
    if isinstance(learner, str):
        own_rule = callable(query) and not isinstance(query, QueryRule)
        text, values = ("", _checked.params(params)) if own_rule else named(query, params)
        model = _querent.Learner(_checked.text(learner, "learner"), text, values, rows.dim, len(known), encoding, len(order),
                                 seed, run)
        if isinstance(query, (str, QueryRule)):
            return _by_names(model, rows, y, known, labels, order)
        learner = OneByOne(model, X, rows, known)
    else:
        learner = adapted(learner, X, known)
    return _by_callables(learner, rows, y, _rule(query, params, rows, known, len(order)), order, seed)


def _unique(classes, name):
    classes = _checked.array_of(classes, name, "labels")
    kind = classes.dtype.kind
    if classes.ndim != 1 or kind in "cV":
        raise _checked.refused(name, "known labels, one each", classes)
    if kind == "f" and not np.isfinite(classes).all() or kind == "O" and any(c is None or c != c for c in classes):
        raise ValueError(f"{name}: expected labels that are all known, found None, NaN or infinity")
    try:
        return np.unique(classes)
    except TypeError:
        raise ValueError(f"{name}: expected labels of one type, found some that cannot be compared") from None


def _classes_of(y, classes, needed, count):
    """(classes, indices of the labels); None if they are unknown."""
    if callable(y):
        if classes is None and needed:
            raise ValueError("with a callable as y, a learner of the catalogue needs the classes: classes=[...]")
        return None if classes is None else _unique(classes, "classes"), None
    labels = _checked.array_of(y, "y", "labels")
    if labels.shape != (count,):
        raise ValueError(f"y: expected a label for each of {count} rows, found shape {labels.shape}")
    known = _unique(labels if classes is None else classes, "y")
    if len(known) < 2 and needed:
        raise ValueError("y has one class only")
    at = np.searchsorted(known, labels)
    at[at == len(known)] = 0
    if not np.array_equal(known[at], labels):
        raise ValueError("y has a class that is not in classes")
    return known, at.astype(np.int32)


def _by_names(model, rows, y, known, labels, order):
    if labels is not None:
        outcome, truth = model.play(rows, labels, order), known[labels][order]
    else:
        index = {label: k for k, label in enumerate(known.tolist())}

        def ask(i):
            label = y(i)
            if label not in index:
                raise ValueError(f"y({i}) returned {label!r}, which is not in classes")
            return index[label]

        outcome = model.play_asking(rows, ask, order)
        truth = np.array([*known.tolist(), None], dtype=object)[outcome["label"]]
    return Play(order, known[outcome["predicted"]], truth, outcome["margin"], outcome["probability"], outcome["asked"].astype(bool),
                known)


def _rule(query, params, rows, known, rounds):
    """The rule as a callable of (x, prediction)."""
    if callable(query) and not isinstance(query, QueryRule):
        return query, None
    text, values = named(query, params)
    if not text:
        raise ValueError("your own learner has no query rule: give query as a name, a QueryRule or a callable")
    rule = QueryRule(text, **values).bind(rows.dim, 2 if known is None else len(known), rounds)
    return (lambda x, prediction: rule(prediction)), rule


def _by_callables(learner, rows, y, rule, order, seed):
    query, adapts = rule
    labels = None if callable(y) else np.asarray(y)
    draw = np.random.default_rng(seed)
    predicted, label, margin, probability, asked = [], [], [], [], []
    for i in map(int, order):
        x, outcome = learner.predict(i)
        p = query(x, outcome)
        if not isinstance(p, (int, float, np.number)) or not 0 <= p <= 1:
            raise ValueError(f"query returned {p}, which is not a probability")
        ask = p >= 1 or (p > 0 and draw.random() < p)
        truth = labels[i] if labels is not None else y(i) if ask else None
        if ask:
            learner.learn(i, x, truth)
        if adapts is not None:
            adapts.observe(outcome, ask, ask and outcome.label != truth)
        predicted.append(outcome.label)
        label.append(truth)
        margin.append(outcome.margin)
        probability.append(p)
        asked.append(ask)
    classes = sorted({c for c in label if c is not None}, key=str)
    return Play(order, objects(predicted), objects(label), np.array(margin), np.array(probability),
                np.array(asked, dtype=bool), objects(classes))
