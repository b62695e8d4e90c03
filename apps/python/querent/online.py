# SPDX-License-Identifier: Apache-2.0
"""A learner of the catalogue as a classifier with scikit-learn's interface, and river's names for one row."""

import copy

import numpy as np

from . import _checked, _querent
from ._base import BaseEstimator, ClassifierMixin, all_or_nothing, in_turn, not_fitted
from ._labels import one_each
from ._rows import as_rows
from ._validation import RowsMixin
from .rules import named


class OnlineClassifier(RowsMixin, ClassifierMixin, BaseEstimator):
    """A learner of the catalogue, which learns one row at a time.

    Parameters
    ----------
    learner : str, default="PA-I"
        A name of `learner_names()`.
    query : str or QueryRule, default=""
        The query rule of `ask` and `play`: "" is the learner's own; or a name such as "random:0.1", or a QueryRule.
    params : dict, optional
        Values of the learner's and the rule's parameters by name.
    passes : int, default=1
        Number of passes of `fit` over the rows, in their order.
    encoding : {"one-hot", "margin"}
        Encoding of labels for least-squares learners.
    random_state : int, default=0
        Random seed.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    n_features_in_ : int
    n_iter_ : int
        The passes of `fit`.
    feature_names_in_ : ndarray of str
        The names of the columns, if the rows were a frame's.
    """

    def __init__(self, learner="PA-I", query="", params=None, passes=1, encoding="one-hot", random_state=0):
        self._keep(locals())

    def _learner_name(self):
        return self.learner

    def _learner_params(self):
        return _checked.params(self.params)

    # -- scikit-learn ---------------------------------------------------------------------------

    @all_or_nothing
    def fit(self, X, y=None):
        """Fits a new model to all rows and their labels. If it fails, or after Ctrl-C, the estimator is unchanged.

        Parameters
        ----------
        X : array, sparse matrix or frame of shape (n, d), or RowsFile
            Doubles, floats or booleans in CSR or row-major order are not copied.
        y : array of shape (n,)
            None: the labels of the `RowsFile`.

        Returns
        -------
        OnlineClassifier
            Itself.
        """
        passes = _checked.count(self.passes, "passes", 1)
        X, y = self._check(X, y, reset=True, supervised=True)
        self._begin(np.unique(y))
        rows, labels = as_rows(X), self._indices(y)
        for _ in range(passes):
            self._model.learn(rows, labels)
        self.n_iter_ = passes
        return self

    @all_or_nothing
    def partial_fit(self, X, y, classes=None):
        """Learns additional rows. If a row is rejected, or after Ctrl-C, the model is unchanged.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
        y : array of shape (n,)
        classes : sequence, optional
            All classes that will occur; required in the first call, and the same in later ones.

        Returns
        -------
        OnlineClassifier
            Itself.
        """
        first = not hasattr(self, "_model")
        X, y = self._check(X, y, reset=first, supervised=True)
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        classes = None if classes is None else np.unique(one_each(classes))
        if first:
            self._begin(classes)
        elif classes is not None and not np.array_equal(classes, self.classes_):
            raise ValueError(f"classes={list(classes)} is not the same as in the first call, {list(self.classes_)}")
        self._model.learn(as_rows(X), self._indices(y))
        return self

    @in_turn
    def predict(self, X):
        """Class of each row.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)

        Returns
        -------
        ndarray of shape (n,)
        """
        found = self._predictions_of(X)  # first, as an estimator that is not fitted has no classes_
        return self.classes_[found["predicted"]]

    @in_turn
    def decision_function(self, X):
        """Scores of each row: for two classes the signed margin, positive for the second; otherwise one score per class.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)

        Returns
        -------
        ndarray of shape (n,), or (n, n_classes) for more than two classes
            The predicted class has the largest score.
        """
        if hasattr(self, "_model") and len(self.classes_) > 2:
            return self._model.scores(as_rows(self._check(X, reset=False)))
        found = self._predictions_of(X)
        return np.where(found["predicted"] == 1, found["margin"], -found["margin"])

    @in_turn
    def predict_proba(self, X):
        """A value per class from the scores of `decision_function`: their softmax, or the logistic function for two classes.

        The values rank rows as the scores do, but are not calibrated; use sklearn.calibration.CalibratedClassifierCV.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)

        Returns
        -------
        ndarray of shape (n, n_classes)
            Rows sum to 1.
        """
        f = self.decision_function(X)
        if f.ndim == 1:
            second = f >= 0 if not (f == 0).any() else self.predict(X) == self.classes_[1]
            f = np.where(second, np.maximum(f, np.finfo(float).eps), f)  # a tie goes to the predicted class
            f = np.column_stack([np.zeros(len(f)), f])
        share = np.exp(f - f.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        lost = share.argmax(axis=1) != (best := f.argmax(axis=1))  # exp() loses a lead of 1e-17
        share[lost, best[lost]] = np.nextafter(share[lost].max(axis=1, initial=0), 2)
        return share

    def margin(self, X):
        """The score of the predicted class minus that of the second best.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)

        Returns
        -------
        ndarray of shape (n,), >= 0
        """
        return self._predictions_of(X)["margin"]

    def uncertainty(self, X):
        """r_t = x^T A^-1 x of second-order learners; 0 for others.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)

        Returns
        -------
        ndarray of shape (n,), >= 0
        """
        return self._predictions_of(X)["uncertainty"]

    # -- asking ---------------------------------------------------------------------------------

    def ask(self, X):
        """The probability that the query rule asks for the label of each row.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)

        Returns
        -------
        ndarray of shape (n,), in [0, 1]
        """
        return self._predictions_of(X)["probability"]

    # -- one row --------------------------------------------------------------------------------

    def learn_one(self, x, y, classes=None):
        """Learns one row, named as in river, but the row is a sequence of numbers instead of river's dict.

        Parameters
        ----------
        x : sequence of d numbers
        y : class
        classes : sequence, optional
            All classes that will occur; required in the first call.

        Returns
        -------
        OnlineClassifier
            Itself.
        """
        if hasattr(y, "__len__") and not isinstance(y, (str, bytes)):
            raise _checked.refused("y", "one class", y, TypeError)
        return self.partial_fit(_checked.reals(x, "x", (None,))[None, :], [y], classes)

    def predict_one(self, x):
        """Class of one row.

        Parameters
        ----------
        x : sequence of d numbers

        Returns
        -------
        class
        """
        return self.predict(_checked.reals(x, "x", (None,))[None, :])[0]

    def _begin(self, classes):
        self.classes_ = classes
        if len(classes) < 2:
            raise ValueError(f"Classifier can't train when only one class is present: {list(classes)}")
        if len(classes) > 2 and self._two_classes_only():
            raise ValueError("Only binary classification is supported. The type of the target is multiclass: "
                             f"{len(classes)} classes")
        query, params = named(self.query, self._learner_params())
        self._made_of = (_checked.text(self._learner_name(), "learner"), query, params, self.n_features_in_, len(classes),
                         _checked.word(self.encoding, "encoding", ("one-hot", "margin")), 0, _checked.seed(self.random_state), 0)
        self._model = _querent.Learner(*self._made_of)  # a pickle makes it again, whatever set_params() has changed

    def _indices(self, y):
        at = self.classes_.searchsorted(y)
        same = self.classes_.take(at, mode="clip") == y  # one False if they cannot be compared
        if same is False or not same.all():
            raise ValueError("y has a class that is not in classes_")
        return at.astype(np.int32)

    @in_turn
    def _predictions_of(self, X):
        if not hasattr(self, "_model"):
            raise not_fitted(self)
        return self._model.predict(as_rows(self._check(X, reset=False)))

    def _two_classes_only(self):
        try:
            _querent.Learner(self._learner_name(), "", {}, 2, 3)
        except ValueError:
            return True
        return False

    def _more_tags(self):
        return {"binary_only": self._two_classes_only()}

    def __sklearn_is_fitted__(self):
        return hasattr(self, "_model")

    @in_turn
    def __getstate__(self):
        state = dict(self.__dict__)
        if "_model" in state:
            state["_model"] = state["_model"].to_bytes()
        return state

    def __setstate__(self, state):
        model = state.pop("_model", None)
        self.__dict__.update(state)
        if model is not None:
            self._model = _querent.Learner(*self._made_of)
            self._model.from_bytes(model)

    @in_turn
    def __deepcopy__(self, memo):
        twin = type(self).__new__(type(self))
        for key, value in self.__dict__.items():
            twin.__dict__[key] = copy.copy(value) if key == "_model" else copy.deepcopy(value, memo)
        return twin
