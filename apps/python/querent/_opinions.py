# SPDX-License-Identifier: Apache-2.0
"""Converts what is known before the first answer, opinions of a machine and criteria, to the rows that a session takes."""

import collections.abc

import numpy as np

from . import _checked

NONE: tuple[list[int], list[int], list[float]] = ([0], [], [])


def _shares(opinion, names, node):
    """{index of a class: probability} of one opinion."""
    try:
        shares = opinion if isinstance(opinion, collections.abc.Mapping) else {opinion: 1.0}
    except TypeError:
        raise _checked.refused("opinions", f"a class, or a dict of class to probability, for {node!r}", opinion, TypeError) from None
    found = {}
    for name, share in shares.items():
        if name not in names:
            raise ValueError(f"opinions: expected one of the classes {names}, found {name!r} for {node!r}; add it to `classes`")
        found[names.index(name)] = _checked.real(share, f"opinions: the probability of {name!r} for {node!r}", 0, 1)
    total = sum(found.values())
    if not 0 < total <= 1 + 1e-6:
        raise ValueError(f"opinions: expected probabilities of sum 1, found {total} for {node!r}")
    rest = max(0.0, 1 - total) / max(1, len(names) - len(found))
    shares = {k: found.get(k, rest) for k in range(len(names))}
    total = sum(shares.values())
    return {k: share / total for k, share in shares.items() if share > 0}


def opinion_rows(opinions, nodes, classes):
    """(offsets, index, value), one row per node."""
    if opinions is None:
        return NONE
    if not isinstance(opinions, collections.abc.Mapping):
        raise _checked.refused("opinions", "a dict of node to class", opinions, TypeError)
    names, offsets, index, value, left = list(classes), [0], [], [], dict(opinions)
    for node in nodes:
        opinion = left.pop(node, None)
        for k, share in (_shares(opinion, names, node) if opinion is not None else {}).items():
            index.append(k)
            value.append(share)
        offsets.append(len(index))
    if left:
        raise ValueError(f"opinions: no node {next(iter(left))!r}; name nodes as the graph does")
    return (offsets, index, value) if index else NONE


def criteria_row(criteria, num_words):
    """(offsets, index, value) of one row of length 1; `num_words` is None without words."""
    if criteria is None:
        return NONE
    if num_words is None:
        raise ValueError("criteria need aim='find' and words, whose columns they have")
    dense = criteria.toarray() if hasattr(criteria, "toarray") else criteria
    row = _checked.reals(dense, "criteria", (1, num_words) if np.ndim(dense) == 2 else (num_words,)).ravel()
    index = np.flatnonzero(row)
    if len(index) == 0:
        raise ValueError("criteria: expected a word of the nodes or more, found only zeros; leave criteria out")
    return [0, len(index)], index.tolist(), (row[index] / np.linalg.norm(row)).tolist()
