# SPDX-License-Identifier: Apache-2.0
"""Checks X and y as scikit-learn's estimators do, and imports scikit-learn only if our own checks do not suffice."""

import warnings

import numpy as np

from . import _checked
from ._rows import opened, to_csr


class RowsMixin:
    """n_features_in_ and feature_names_in_ of an estimator on rows."""

    def _check(self, X, y=None, reset=False, supervised=False):
        X, y = opened(X, y)
        if _plain(X, y, supervised):  # the library checks these while it reads them
            self._check_names(X, reset)
            return self._checked_width(X, y, reset, supervised)
        X = to_csr(X) if hasattr(X, "tocsr") else X if hasattr(X, "columns") else _checked.array_of(X, "X", "rows of numbers")
        self._check_names(X, reset)
        if supervised and y is None:
            raise ValueError(f"requires y to be passed, but the target y is None: {type(self).__name__} learns labels")
        if supervised and (not hasattr(y, "dtype") or isinstance(y, np.ma.MaskedArray)):
            y = _checked.array_of(y, "y", "labels")
        if supervised and len(y.shape) > 2:
            raise _checked.refused("y", "one label per row", y)
        if supervised and y.dtype == object and not all(isinstance(v, (str, int, float, np.generic)) for v in np.ravel(y)):
            raise ValueError("y: expected labels that are texts or numbers, found another type (unknown label type)")
        try:
            from sklearn.utils import check_array, check_X_y
            from sklearn.utils.multiclass import check_classification_targets
        except ImportError:
            X = X if hasattr(X, "tocsr") else np.asarray(X, dtype=float)
            y = None if y is None else np.asarray(y)
            if X.ndim != 2 or (y is not None and y.shape != (X.shape[0],)):
                raise ValueError("expected X of shape (n, d) and y of shape (n,)") from None
        else:
            try:
                if supervised:
                    X, y = check_X_y(X, y, accept_sparse="csr", dtype=[np.float64, np.float32])
                    check_classification_targets(y)
                else:
                    X = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32])
            except OverflowError as error:
                raise ValueError(f"X: {error}") from None
        return self._checked_width(X, y, reset, supervised)

    def _checked_width(self, X, y, reset, supervised):
        if reset:
            self.n_features_in_ = X.shape[1]
        elif X.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")
        return (X, y) if supervised else X

    def _check_names(self, X, reset):
        names = None
        if not hasattr(X, "tocsr") and hasattr(X, "columns") and len(X.columns) and all(isinstance(c, str) for c in X.columns):
            names = np.asarray(X.columns, dtype=object)
        if reset:
            self.__dict__.pop("feature_names_in_", None)
            if names is not None:
                self.feature_names_in_ = names
            return
        known = getattr(self, "feature_names_in_", None)
        if names is None and known is None:
            return
        if known is None:
            warnings.warn(f"X has feature names, but {type(self).__name__} was fitted without feature names",
                          stacklevel=4)
        elif names is None:
            warnings.warn("X does not have valid feature names, but "
                          f"{type(self).__name__} was fitted with feature names", stacklevel=4)
        elif len(names) == len(known) and not np.array_equal(names, known):
            unseen, missing = sorted(set(names) - set(known)), sorted(set(known) - set(names))
            words = "The feature names should match those that were passed during fit.\n"
            if unseen:
                words += "Feature names unseen at fit time:\n" + "".join(f"- {n}\n" for n in unseen[:5])
            if missing:
                words += "Feature names seen at fit time, yet now missing:\n" + "".join(f"- {n}\n" for n in missing[:5])
            if not unseen and not missing:
                words += "Feature names must be in the same order as they were in fit.\n"
            raise ValueError(words)


def _plain(X, y, supervised):
    """Whether X is rows of numbers and y an array of labels, for which the library's own checks suffice."""
    if hasattr(X, "tocsr"):
        rows = getattr(X, "format", "") == "csr" and X.dtype.kind in "fb"
    else:
        rows = type(X) is np.ndarray and X.ndim == 2 and X.dtype in (np.float64, np.float32)
    if not rows or 0 in X.shape:
        return False
    return not supervised or (type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "iubU" and len(y) == X.shape[0])
