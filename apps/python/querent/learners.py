# SPDX-License-Identifier: Apache-2.0
"""Every learner of the catalogue as a class: querent.PA_I, querent.MSG, ..., created on first use."""

import inspect
import sys

from . import _checked, _querent
from .online import OnlineClassifier

_SPECS = {spec["name"]: spec for spec in _querent.learners()}


def learner_names():
    """Names of all learners, as in the papers.

    Returns
    -------
    list of str
    """
    return list(_SPECS)


def _word(name):
    """A name of the catalogue as a Python name: PA-I is PA_I."""
    return "".join(c if c.isalnum() else "_" for c in name)


_NAMES = {_word(name): name for name in _SPECS if name != "auto"}


class _Named(OnlineClassifier):
    """Base of the catalogue's classes: parameters of the algorithm are parameters of __init__."""

    _spec = None

    def _learner_name(self):
        return self._spec["name"]

    def _learner_params(self):
        return {key: _checked.real(getattr(self, _word(key)), _word(key)) for key in self._spec["params"]}


def _class_of(spec):
    name = _word(spec["name"])
    common = [("query", ""), ("passes", 1), ("encoding", "one-hot"), ("random_state", 0)]
    defaults = {_word(key): value[0] for key, value in spec["params"].items()} | dict(common)

    def __init__(self, **given):
        for key in given:
            if key not in defaults:
                raise TypeError(f"{name}() has no parameter {key!r}; it has {', '.join(defaults)}")
        for key, value in defaults.items():
            setattr(self, key, given.get(key, value))

    kind = inspect.Parameter
    __init__.__signature__ = inspect.Signature(
        [kind("self", kind.POSITIONAL_OR_KEYWORD),
         *(kind(key, kind.KEYWORD_ONLY, default=value) for key, value in defaults.items())])
    lines = [spec["summary"], "", spec["paper"], "", "Parameters", "----------"]
    for key, (value, low, high, meaning) in spec["params"].items():
        lines += [f"{_word(key)} : float, default={value:g}", f"    {meaning}"]
    return type(name, (_Named,), {"__init__": __init__, "__doc__": "\n".join(lines), "_spec": spec, "__module__": __name__})


def __getattr__(name):
    if name not in _NAMES:
        raise AttributeError(f"module 'querent' has no attribute {name!r}")
    return globals().setdefault(name, _class_of(_SPECS[_NAMES[name]]))  # one class, even if several threads ask first


def learner(name, **params):
    """A new classifier of the catalogue: ``learner("PA-I", C=0.1)``.

    Parameters
    ----------
    name : str
        One of `learner_names()`; ValueError suggests the nearest.
    **params
        Parameters of its class.

    Returns
    -------
    OnlineClassifier
    """
    _checked.text(name, "name")
    for word, known in _NAMES.items():
        if known.lower() == name.lower():
            return getattr(sys.modules[__name__], word)(**params)
    import difflib
    near = difflib.get_close_matches(name, _NAMES.values(), n=3)
    if name == "auto":
        raise ValueError("'auto' learns in GraphClassifier and its sessions only")
    raise ValueError(f"no learner {name!r}" + (f" - did you mean {', '.join(near)}?" if near else ""))
