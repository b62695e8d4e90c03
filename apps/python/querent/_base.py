# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's conventions without inheritance, so that importing querent does not import scikit-learn."""

import functools
import inspect
import threading
import weakref

_LOCKS = weakref.WeakKeyDictionary()  # beside the estimators, whose attributes scikit-learn compares and pickle copies


def in_turn(method):
    """Lets one thread at a time use an estimator; the others wait."""
    @functools.wraps(method)
    def call(self, *args, **kwargs):
        with _LOCKS.setdefault(self, threading.RLock()):
            return method(self, *args, **kwargs)
    return call


def all_or_nothing(method):
    """Gives an estimator its attributes back if the method raises, so that it stays as it was fitted before."""
    @in_turn
    @functools.wraps(method)
    def call(self, *args, **kwargs):
        before = dict(self.__dict__)
        try:
            if "sample_weight" in kwargs:
                raise TypeError(f"sample_weight: {type(self).__name__} gives all rows the same weight; leave it out, or repeat rows")
            return method(self, *args, **kwargs)
        except BaseException:
            self.__dict__ = before
            raise
    return call


class BaseEstimator:
    """get_params and set_params with the names of __init__'s arguments."""

    @classmethod
    def _names(cls):
        parameters = inspect.signature(cls.__init__).parameters.values()
        return sorted(p.name for p in parameters if p.name != "self")

    def _keep(self, given):
        """Keeps the arguments of __init__, which are its locals(), as attributes."""
        self.__dict__.update({name: value for name, value in given.items() if name != "self"})

    def get_params(self, deep=True):
        """Parameters by name; `deep`: also those of a learner or a rule, as ``learner__C``."""
        found = {name: getattr(self, name) for name in self._names()}
        inner = {name: value.get_params() for name, value in found.items() if deep and _has_params(value)}
        return found | {f"{name}__{key}": value for name, params in inner.items() for key, value in params.items()}

    def set_params(self, **params):
        """Changes parameters by name, also those of a learner or a rule: ``learner__C=1``."""
        inner = {}
        for word, value in params.items():
            name, _, key = word.partition("__")
            if name not in self._names() or (key and not _has_params(params.get(name, getattr(self, name)))):
                raise ValueError(f"{type(self).__name__} has no parameter {word!r}; it has {', '.join(self._names())}")
            if key:
                inner.setdefault(name, {})[key] = value
            else:
                setattr(self, name, value)
        for name, given in inner.items():
            getattr(self, name).set_params(**given)
        return self

    @in_turn
    def __getstate__(self):
        return dict(self.__dict__)

    def __repr__(self):
        defaults = inspect.signature(type(self).__init__).parameters
        shown = ", ".join(f"{name}={value!r}" for name, value in self.get_params(deep=False).items()
                         if value is not defaults[name].default and repr(value) != repr(defaults[name].default))
        return f"{type(self).__name__}({shown})"

    def _more_tags(self):
        return {}

    def _get_tags(self):
        from sklearn.utils._tags import _DEFAULT_TAGS
        return {**_DEFAULT_TAGS, "requires_y": getattr(self, "_estimator_type", None) == "classifier",
                **self._more_tags()}

    def __sklearn_tags__(self):  # in place of _get_tags() since scikit-learn 1.6, required since 1.8
        from sklearn import utils
        more, kind, transforms = self._more_tags(), getattr(self, "_estimator_type", None), hasattr(self, "transform")
        return utils.Tags(
            estimator_type=kind or ("transformer" if transforms else None),
            target_tags=utils.TargetTags(required=kind == "classifier"),
            classifier_tags=utils.ClassifierTags(multi_class=not more.get("binary_only")) if kind == "classifier" else None,
            transformer_tags=utils.TransformerTags() if transforms else None,
            no_validation=more.get("no_validation", False),
            input_tags=utils.InputTags(sparse=True, pairwise=more.get("pairwise", False)))


def _has_params(value):
    return hasattr(value, "get_params") and not isinstance(value, type)


class ClassifierMixin:
    """Measures accuracy."""

    _estimator_type = "classifier"

    def score(self, X, y, sample_weight=None):
        """The fraction of rows that are classified correctly."""
        import numpy as np

        from . import _checked
        from ._labels import one_each
        predicted, y = self.predict(X), one_each(y)
        if len(y) != len(predicted):
            raise ValueError(f"y: expected {len(predicted)} labels, found {len(y)}")
        if sample_weight is not None:
            sample_weight = _checked.reals(sample_weight, "sample_weight", (len(y),))
            if not sample_weight.sum():
                raise ValueError("sample_weight: expected weights whose sum is not 0")
        right = np.array([bool(a == b) for a, b in zip(predicted.tolist(), y.tolist())])
        return float(np.average(right, weights=sample_weight)) if len(right) else 0.0


def not_fitted(estimator):
    """The exception to raise: scikit-learn's own class if scikit-learn is loaded."""
    words = f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' first."
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return ValueError(words)
    return NotFittedError(words)
