# SPDX-License-Identifier: Apache-2.0
"""Adapts objects that predict and learn rows to the protocol: predict(i) -> (x, Prediction), learn(i, x, label)."""

import math

import numpy as np

from .rules import Prediction


def adapted(learner, X, classes):
    """Adapts an object or a callable of the caller."""
    rows = X.tocsr() if hasattr(X, "tocsr") else np.asarray(X)
    if hasattr(learner, "predict_one") and hasattr(learner, "learn_one"):
        return _Own(rows, learner.predict_one, learner.learn_one)
    if hasattr(learner, "predict") and hasattr(learner, "partial_fit"):
        return _ScikitLearn(rows, learner, classes)
    if callable(learner):
        return _Own(rows, learner, learner)
    raise ValueError("a learner is a name, an object with predict_one and learn_one, or predict and partial_fit, or a "
                     f"callable; found {type(learner).__name__}")


class _Own:
    def __init__(self, rows, predict, learn):
        self.rows, self._predict, self._learn = rows, predict, learn

    def _row(self, i):
        return self.rows[[i]] if hasattr(self.rows, "tocsr") else self.rows[i]

    def predict(self, i):
        x = self._row(i)
        predicted = self._predict(x)
        return x, predicted if isinstance(predicted, Prediction) else Prediction(predicted)

    def learn(self, i, x, label):
        self._learn(x, label)


class _ScikitLearn(_Own):
    """Has a margin if the model has a decision function. Predicts the first class before anything is learned."""

    def __init__(self, rows, model, classes):
        if classes is None:
            raise ValueError("with a callable as y, a learner with partial_fit needs the classes: classes=[...]")
        super().__init__(rows, self._predicted, self._update_with)
        self.model, self.classes, self.learned = model, classes, False

    def _row(self, i):
        return self.rows[[i]]

    def _predicted(self, x):
        if not self.learned:
            return Prediction(self.classes[0], 0.0)
        scores = getattr(self.model, "decision_function", None)
        if scores is None:
            return Prediction(self.model.predict(x)[0])
        f = np.ravel(scores(x))
        if len(f) == 1:
            return Prediction(self.model.classes_[int(f[0] > 0)], abs(float(f[0])))
        second, best = np.argsort(f, kind="stable")[-2:]
        return Prediction(self.model.classes_[best], float(f[best] - f[second]), math.nan, self.model.classes_[second])

    def _update_with(self, x, label):
        self.model.partial_fit(x, [label], classes=self.classes)
        self.learned = True


class OneByOne(_Own):
    """A learner of the catalogue, one row at a time."""

    def __init__(self, model, X, rows, classes):
        super().__init__(X.tocsr() if hasattr(X, "tocsr") else np.asarray(X), None, None)
        self.model, self.kept, self.classes = model, rows, classes
        self.index = {label: k for k, label in enumerate(classes.tolist())}

    def predict(self, i):
        label, second, margin, uncertainty, norm, _ = self.model.predict_one(self.kept, i)
        return self._row(i), Prediction(self.classes[label], margin, uncertainty, self.classes[second] if second >= 0 else None, norm)

    def learn(self, i, x, label):
        self.model.learn_one(self.kept, i, self.index[label if not hasattr(label, "item") else label.item()])
