# SPDX-License-Identifier: Apache-2.0
"""Labels of nodes or rows, some of them unknown: one per position, or by name."""

import numpy as np

from ._checked import array_of, refused


def known_labels(y, names):
    """(classes, indices): one index per name, -1 where the label is unknown (-1, None, NaN, masked). Classes are sorted.

    A sequence has one label per name, in the same order. A dict, or a Series with an index, has labels by name, unless
    it is a part of a longer Series.
    """
    y = _unmasked(y)
    y = y.iloc[:, 0] if hasattr(y, "columns") and y.shape[1] == 1 else y
    y = _by_name(y, names) if hasattr(y, "items") and hasattr(y, "keys") and not _is_part(y, names) else one_each(y)
    if len(y) != len(names):
        raise ValueError(f"y: expected a label (or -1) for each of {len(names)} nodes, found {len(y)}; labels of some nodes "
                         "can be given as a dict")
    if y.dtype.kind == "f":
        unknown = np.isnan(y) | (y == -1)
    elif y.dtype.kind in "iu":
        unknown = y == -1
    else:
        unknown = np.array([_unknown(v) for v in y], dtype=bool)
    known = y[~unknown]
    if known.dtype.kind == "f" and not np.isfinite(known).all():
        raise refused("y", "labels, or -1, None or NaN for unknown ones", y)
    try:
        classes, found = np.unique(known, return_inverse=True) if len(known) else (known, [])
    except TypeError:
        raise ValueError("y: expected labels of one type, found some that cannot be compared: "
                         + ", ".join(sorted({type(v).__name__ for v in known}))) from None
    if y.dtype.kind == "f" and np.array_equal(classes, np.floor(classes)) and (abs(classes) < 2**53).all():
        classes = classes.astype(np.int64)
    indices = np.full(len(y), -1, dtype=np.int32)
    indices[~unknown] = found
    return classes, indices


def some_unknown(y):
    """The labels of rows, in their order, if some are unknown: None, NaN, NA, masked, or -1 among texts.
    Else None.

    Among numbers -1 is a class, as in scikit-learn.
    """
    try:
        labels = one_each(_unmasked(y))
    except (TypeError, ValueError):  # scikit-learn's checks refuse them
        return None
    if labels.dtype.kind == "f":
        return labels if np.isnan(labels).any() else None
    if labels.dtype.kind != "O":
        return None
    texts = any(isinstance(v, str) for v in labels)
    return labels if any(_unknown(v) and (texts or not isinstance(v, (int, np.integer))) for v in labels) else None


def _unmasked(y):
    """Labels with NaN or None in place of NumPy's masked ones."""
    if not (isinstance(y, np.ma.MaskedArray) and np.ma.is_masked(y)):
        return y
    numbers = y.dtype.kind in "iuf" and (abs(y) < 2**53).all()  # exact as floats
    array = y.data.astype(float if numbers else object)
    array[np.ma.getmaskarray(y)] = np.nan if numbers else None
    return array


def _unknown(label):
    if label is None or label is np.ma.masked:
        return True
    try:
        return bool(label == -1 or label != label)
    except (TypeError, ValueError):  # pandas.NA
        if type(label).__name__ == "NAType":
            return True
        raise refused("y", "labels of one value each", label, TypeError) from None


def one_each(y):
    """Labels as a one-dimensional array."""
    if isinstance(y, (str, bytes)) or hasattr(y, "tocsr"):
        raise refused("y", "a sequence of labels, a dict or a Series", y, TypeError)
    array = array_of(y, "y", "a sequence of labels, a dict or a Series")
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1 or array.dtype.kind in "cV":
        raise refused("y", "one label per node", y)
    if array.dtype.kind in "US" and not all(isinstance(v, (str, bytes)) for v in y):
        array = objects(y)  # NumPy converted numbers or None to text
    return array


def objects(values):
    """A sequence as an array of objects, one per element."""
    array = np.empty(len(values), dtype=object)
    array[:] = list(values)
    return array


def _is_part(y, names):
    """Whether y is a part of a Series in the order of a graph without names, as scikit-learn cuts it for cross-validation."""
    return (isinstance(names, range) and hasattr(y, "to_numpy") and 0 < len(y) == len(names) and y.index.dtype.kind in "iu"
            and y.index.is_unique and y.index.is_monotonic_increasing and y.index[-1] >= len(names))


def _by_name(y, names):
    index = {name: i for i, name in enumerate(names)}
    array, seen = np.full(len(names), None, dtype=object), 0
    for name, label in y.items():
        if name not in index:
            by_place = " by its index - y.to_numpy() has labels in the order of the nodes" if hasattr(y, "to_numpy") else ""
            raise ValueError(f"y: no node {name!r}; a dict or a Series names nodes{by_place}")
        array[index[name]] = label
        seen += 1
    if hasattr(y, "index") and not y.index.is_unique:
        raise ValueError("y: a node is named twice in the Series' index")
    return _narrow(array)


def _narrow(array):
    """Converts numbers to an array of numbers, so that 1 and 1.0 are one class; other labels are unchanged."""
    known = [v for v in array if not _unknown(v)]
    if not known or not all(isinstance(v, (int, float, np.integer, np.floating)) and not isinstance(v, bool) for v in known):
        return array
    whole = all(isinstance(v, (int, np.integer)) and abs(int(v)) < 2**63 for v in known)
    return np.array([(-1 if whole else np.nan) if _unknown(v) else v for v in array], dtype=np.int64 if whole else float)
