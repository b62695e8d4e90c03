# SPDX-License-Identifier: Apache-2.0
"""Query rules decide from a prediction whether to ask for the label of a row."""

import math
from typing import NamedTuple

from . import _checked, _querent

_RULES = {spec["name"]: spec for spec in _querent.query_rules()}


class Prediction(NamedTuple):
    """A learner's prediction for a row before its label is known; the only input of a query rule.

    Attributes
    ----------
    label : class
        The class with the highest score.
    margin : float
        Its score minus that of the second best, >= 0; NaN if the learner has no scores.
    uncertainty : float
        r = x^T A^-1 x of second-order learners; 0 for others, NaN if unknown.
    runner_up : class or None
        The second best.
    squared_norm : float
        x^T x, if a rule needs it.
    """

    label: object
    margin: float = math.nan
    uncertainty: float = math.nan
    runner_up: object = None
    squared_norm: float = 0.0


def query_rule_names():
    """Names of all query rules.

    Returns
    -------
    list of str
    """
    return list(_RULES)


class QueryRule:
    """A query rule of the catalogue: the probability of asking for the label of a row.

    It can be used in place of a rule's name: ``play(X, y, query=QueryRule("margin", b=0.1))``.

    Parameters
    ----------
    name : str
        One of `query_rule_names()`, or with the value of its first parameter: ``"random:0.1"``.
    **params : float
        Values of its parameters by name.

    Examples
    --------
    >>> QueryRule("random", p=0.25)(Prediction("yes"))
    0.25
    """

    def __init__(self, name, **params):
        self.name = _checked.text(name, "name")
        self.params = _checked.params(params)
        self._rule = _querent.Rule(name, self.params)
        self._spec = _RULES[self.name.partition(":")[0].lower()]
        for unknown in self.params.keys() - self._spec["params"].keys():
            raise ValueError(f"{name} has no parameter {unknown!r}, only " + ", ".join(map(repr, self._spec["params"])))

    def get_params(self, deep=True):
        """Name and parameters, as given.

        Returns
        -------
        dict
        """
        return {"name": self.name, **self.params}

    def set_params(self, **params):
        """Changes the name or parameters and resets the rule.

        Returns
        -------
        QueryRule
            Itself.
        """
        self.__init__(**{**self.get_params(), **params})
        return self

    def bind(self, n_features, n_classes, rounds=0):
        """A new rule for a task, for rules that depend on the task.

        Parameters
        ----------
        n_features, n_classes : int
        rounds : int, default=0
            Expected number of rounds; 0 if unknown.

        Returns
        -------
        QueryRule
        """
        bound = QueryRule(self.name, **self.params)
        bound._rule = _querent.Rule(self.name, self.params, _checked.count(n_features, "n_features", 1),
                                    _checked.count(n_classes, "n_classes", 2), _checked.count(rounds, "rounds"))
        return bound

    def __call__(self, prediction):
        """The probability in [0, 1] of asking, given a Prediction."""
        prediction = _checked_prediction(prediction)
        if math.isnan(prediction.margin) and self._spec["name"] not in ("random", "all"):
            raise ValueError(f"the rule {self.name!r} needs a margin: predict_one must return "
                             "querent.Prediction(label, margin)")
        if math.isnan(prediction.uncertainty) and self._spec["needs_uncertainty"]:
            raise ValueError(f"the rule {self.name!r} needs an uncertainty: predict_one must return "
                             "querent.Prediction(label, margin, uncertainty)")
        return self._rule.probability(0, 1, prediction.margin, _known(prediction.uncertainty), prediction.squared_norm)

    def observe(self, prediction, asked, mistake=False):
        """Reports the result of a round to an adaptive rule.

        Parameters
        ----------
        prediction : Prediction
        asked : bool
        mistake : bool
            Whether the label that was asked for differs from the prediction.
        """
        prediction, mistake = _checked_prediction(prediction), _checked.flag(mistake, "mistake")
        asked = _checked.flag(asked, "asked")
        self._rule.observe(0, 1, prediction.margin, _known(prediction.uncertainty), prediction.squared_norm, asked,
                           int(mistake) if asked else -1)

    def __eq__(self, other):
        return isinstance(other, QueryRule) and self.get_params() == other.get_params()

    def __hash__(self):
        return hash((self.name, *sorted(self.params.items())))

    def __reduce__(self):
        return _query_rule, (self.get_params(),)

    def __repr__(self):
        return f"QueryRule({', '.join([repr(self.name), *(f'{k}={v:g}' for k, v in self.params.items())])})"


def _query_rule(params):
    return QueryRule(**params)


def named(query, params=None):
    """(text, params) of a rule, which is a name or a QueryRule."""
    params = _checked.params(params)
    if isinstance(query, QueryRule):
        return query.name, {**query.params, **params}
    return _checked.text(query, "query"), params


def _known(uncertainty):
    """Rules that do not need the uncertainty get 0 for an unknown one."""
    return 0.0 if math.isnan(uncertainty) else uncertainty


def _checked_prediction(prediction):
    """Checks the numbers that a rule uses; margin and uncertainty may be unknown (NaN)."""
    if not isinstance(prediction, Prediction):
        raise _checked.refused("prediction", "a Prediction(label, margin, ...)", prediction, TypeError)
    margin, uncertainty = (
        math.nan if isinstance(value, float) and value != value else _checked.real(value, name, 0)
        for value, name in ((prediction.margin, "margin"), (prediction.uncertainty, "uncertainty")))
    return prediction._replace(margin=margin, uncertainty=uncertainty,
                               squared_norm=_checked.real(prediction.squared_norm, "squared_norm", 0))
