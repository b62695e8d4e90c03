# SPDX-License-Identifier: Apache-2.0
"""The online protocol of the papers: predict, ask or not, learn. By names, or with any Python callable."""

from dataclasses import dataclass

import numpy as np

from . import _querent
from ._rows import as_rows
from .learners import _SPECS


@dataclass(frozen=True)
class Play:
    """What one pass left, by round.

    Attributes
    ----------
    order : ndarray of int
        The row of each round.
    predicted, label : ndarray
        Classes; `label` is None where a label was never asked for and nobody knows it.
    margin, probability : ndarray of float
        Of the prediction; of asking.
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
        """Rounds whose prediction was wrong, of those whose label is known."""
        return int(np.sum((self.predicted != self.label) & (self.label != None)))  # noqa: E711

    @property
    def queries(self):
        """Labels asked for."""
        return int(self.asked.sum())

    @property
    def error_rate(self):
        """Mistakes a round."""
        return self.mistakes / len(self.order) if len(self.order) else 0.0

    @property
    def query_rate(self):
        """Labels asked for a round."""
        return self.queries / len(self.order) if len(self.order) else 0.0

    def frame(self):
        """A pandas frame, a line a round."""
        import pandas as pd
        return pd.DataFrame({"row": self.order, "predicted": self.predicted, "label": self.label,
                             "margin": self.margin, "probability": self.probability, "asked": self.asked})

    def plot(self, ax=None):
        """Error rate and share of labels asked against rounds, on Matplotlib axes."""
        import matplotlib.pyplot as plt
        ax = plt.gca() if ax is None else ax
        t = np.arange(1, len(self.order) + 1)
        ax.plot(t, np.cumsum(self.predicted != self.label) / t, color="#0072B2", label="error rate")
        ax.plot(t, np.cumsum(self.asked) / t, color="#D55E00", linestyle="--", label="share of labels asked")
        ax.set_xlabel("rounds")
        ax.set_ylim(bottom=0)
        ax.legend(frameon=False)
        return ax


def play(X, y, learner="PA-I", query="", params=None, order="random", seed=0, run=0, encoding="one-hot"):
    """One pass over the rows, each predicted before its label may be asked for.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
    y : array of shape (n,), or a callable
        Labels, or who knows them: ``y(i)`` gives the label of row i and is called only where it is asked for.
    learner : str or object
        A name of the catalogue, or an object with ``predict_one(x)`` and ``learn_one(x, y)``.
    query : str or callable
        A query rule ("": the learner's own), or ``query(x, prediction)`` that gives the probability of asking.
    params : dict, optional
        Of learner and rule, by name.
    order : {"random", "file"} or array of int
        "random" is the order of the program's run `run` with this seed.

    Returns
    -------
    Play
    """
    n = X.shape[0]
    if isinstance(order, str):
        if order not in ("random", "file"):
            raise ValueError(f"order: expected 'random', 'file' or an array, found {order!r}")
        order = _querent.random_order(n, seed, run) if order == "random" else np.arange(n, dtype=np.uint32)
    order = np.asarray(order, dtype=np.uint32)
    if isinstance(learner, str) and (isinstance(query, str)) and not callable(y):
        classes, labels = np.unique(np.asarray(y), return_inverse=True)
        if len(classes) < 2:
            raise ValueError("y has one class only")
        model = _querent.Learner(learner, query, {k: float(v) for k, v in (params or {}).items()}, X.shape[1],
                                 len(classes), encoding, len(order), seed, run)
        said = model.play(as_rows(X), labels.astype(np.int32), order)
        return Play(order, classes[said["predicted"]], classes[labels][order], said["margin"], said["probability"],
                    said["asked"].astype(bool), classes)
    return _play_by_callables(X, y, learner, query, params, order, seed)


def _play_by_callables(X, y, learner, query, params, order, seed):
    if isinstance(learner, str):
        if learner not in _SPECS:
            raise ValueError(f"no learner {learner!r}")
        if callable(y):
            raise ValueError("a learner by name must know the classes: give an object that learns, or all labels as y")
        from .learners import learner as make
        learner = _OneByOne(make(learner, **(params or {})), np.unique(np.asarray(y)))
    if not callable(query):
        raise ValueError("with a learner of your own, query is a callable (x, prediction) -> probability")
    oracle = y if callable(y) else (lambda i: y[i])
    draw = np.random.default_rng(seed)
    rows = X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)
    predicted, label, probability, asked = [], [], [], []
    for i in order:
        x = rows[[i]] if hasattr(rows, "tocsr") else rows[i]
        said = learner.predict_one(x)
        p = float(query(x, said))
        if not 0 <= p <= 1:
            raise ValueError(f"query gave {p}, which is not a probability")
        ask = p >= 1 or (p > 0 and draw.random() < p)
        truth = oracle(int(i)) if ask or not callable(y) else None
        if ask:
            learner.learn_one(x, truth)
        predicted.append(said)
        label.append(truth)
        probability.append(p)
        asked.append(ask)
    return Play(order, np.array(predicted, dtype=object), np.array(label, dtype=object), np.zeros(len(order)),
                np.array(probability), np.array(asked, dtype=bool),
                np.array(sorted({c for c in label if c is not None}, key=str), dtype=object))


class _OneByOne:
    """A classifier of the catalogue that is told its classes beforehand."""

    def __init__(self, model, classes):
        self.model, self.classes = model, classes

    def learn_one(self, x, y):
        self.model.partial_fit(np.atleast_2d(x), [y], self.classes)

    def predict_one(self, x):
        if not hasattr(self.model, "_model"):
            return self.classes[0]
        return self.model.predict(np.atleast_2d(x))[0]
