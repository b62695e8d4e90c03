# SPDX-License-Identifier: Apache-2.0
"""A learner of the caller in a session: it scores the items, and the session's rule uses these scores."""

import numpy as np

from . import _checked


class OwnLearner:
    """Scores every item again from all answers. It is also the query rule of the session: a callable of the candidates.

    `rule` is a callable (candidates, scores, uncertainty), or None: the candidate whose two best classes are closest.
    """

    def __init__(self, learner, rule, rows):
        self.learner, self.rule, self.rows = learner, rule, rows
        self.share = None  # class probabilities, n x K; None before two classes have answers
        self.foretold = {}  # predictions made before the answers, of items that were drawn at random

    def learn(self, answers, num_classes):
        """`answers`: (item, class) of every answered item."""
        known = dict(answers)
        items, labels = np.array(list(known), dtype=np.int64), np.array(list(known.values()), dtype=np.int64)
        if len(set(labels.tolist())) < 2:
            self.share = None
            return
        n = self.rows.shape[0]
        if hasattr(self.learner, "fit"):
            scores = self._by_estimator(items, labels, num_classes)
        else:
            scores = self.learner(self.rows, items, labels, num_classes)
        self.share = _share(_checked.reals(scores, "scores of the learner", (n, num_classes)))
        self.share[items] = np.eye(num_classes)[labels]

    def _by_estimator(self, items, labels, num_classes):
        self.learner.fit(self.rows[items], labels)
        outputs = (self.learner.predict_proba if hasattr(self.learner, "predict_proba") else self.learner.decision_function)(self.rows)
        if outputs.ndim == 1:
            outputs = np.column_stack([-outputs, outputs])
        scores = np.full((len(outputs), num_classes), 0.0 if hasattr(self.learner, "predict_proba") else outputs.min() - 1)
        scores[:, np.asarray(self.learner.classes_)] = outputs
        return scores

    def __call__(self, candidates, scores, uncertainty):
        """A utility for each candidate. `scores` come from the session's own model and are not used."""
        if self.share is None:
            return uncertainty if self.rule is None else self.rule(candidates, np.zeros_like(scores), uncertainty)
        share = self.share[candidates]
        if self.rule is not None:
            return self.rule(candidates, share, uncertainty)
        two = np.partition(share, -2, axis=1)[:, -2:]
        return two[:, 0] - two[:, 1]

    def predicted(self, item):
        """(class, probability, all probabilities) of an item; class -1 before two classes have answers."""
        if self.share is None:
            return -1, 0.0, []
        best = int(self.share[item].argmax())
        return best, float(self.share[item, best]), self.share[item].tolist()

    def estimate(self, answers):
        """(error, low, high) of the predictions for items that were drawn at random, made before they were answered: the
        median of Jeffreys' posterior, None before ten of them, and the interval of Clopper and Pearson."""
        known = dict(answers)
        wrong = [known[item] != label for item, label in self.foretold.items() if item in known]
        if not wrong:
            return None, 0.0, 1.0
        from scipy.stats import beta
        m, k = len(wrong), sum(wrong)
        error = float(beta.median(k + 0.5, m - k + 0.5)) if m >= 10 else None
        return (error, float(beta.ppf(0.025, k, m - k + 1)) if k else 0.0, float(beta.ppf(0.975, k + 1, m - k)) if k < m else 1.0)


def _share(scores):
    """Class probabilities from scores: unchanged if they are probabilities already, else their softmax."""
    total = scores.sum(axis=1)
    if (scores >= 0).all() and np.allclose(total, 1):
        return scores
    share = np.exp(scores - scores.max(axis=1, keepdims=True))
    return share / share.sum(axis=1, keepdims=True)


def is_learner(thing):
    """Whether a session accepts it as a learner."""
    if isinstance(thing, type):
        return False
    return callable(thing) or (hasattr(thing, "fit") and (hasattr(thing, "predict_proba") or hasattr(thing, "decision_function")))
