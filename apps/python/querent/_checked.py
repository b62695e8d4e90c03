# SPDX-License-Identifier: Apache-2.0
"""Converts arguments: ids, labels, counts, reals, words. Every argument of the library passes through here.

Each function takes the value and the argument's name; errors have the name, the expectation and the value found.
"""

import operator
import os
import reprlib

import numpy as np

MOST = 2**31 - 1  # the library's int


def refused(name, expected, value, kind=ValueError):
    """The exception to raise."""
    shape, thing = getattr(value, "shape", ()), "an array" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"
    found = f"{thing} of shape {shape}" if isinstance(shape, tuple) and shape else reprlib.repr(value)
    return kind(f"{name}: expected {expected}, found {found}")


def refuse_first(wrong, values, name, expected):
    """Raises ValueError for the first of the values, or of their rows, that is wrong."""
    if wrong.any():
        k = int((wrong.any(axis=1) if wrong.ndim > 1 else wrong).argmax())
        raise refused(f"{name} {k}", expected, values[k].tolist())


def count(value, name, least=0, most=MOST):
    """A whole number from `least` to `most`."""
    words = f"a whole number from {least} to {most}" if most < MOST else f"a whole number, {least} or more"
    try:
        number = operator.index(value)
    except TypeError:
        raise refused(name, words, value, TypeError) from None
    if not least <= number <= most:
        raise refused(name, words if number < least else f"at most {most}", value)
    return number


def seed(value, name="random_state"):
    """A seed of 64 bits; None is 0."""
    return 0 if value is None else count(value, name, 0, 2**64 - 1)


def threads(value, name="n_jobs"):
    """Number of threads: None is 1; -1 all processors, -2 all but one, as in scikit-learn."""
    if value is None:
        return 1
    number = count(value, name, -1024, 1024)
    if number == 0:
        raise refused(name, "1 or more threads, or -1 for all processors", value)
    all_of_them = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return number if number > 0 else max(1, all_of_them + 1 + number)


def real(value, name, low=None, high=None, open_ends=False):
    """A finite number from `low` to `high`, or strictly between them."""
    lower, upper = ("above", "below") if open_ends else ("from", "to")
    words = " ".join(["a finite number", *([f"{lower} {low:g}"] if low is not None else []),
                      *([f"{upper} {high:g}"] if high is not None else [])])
    if hasattr(value, "__len__") and getattr(value, "ndim", 1):
        raise refused(name, words, value, TypeError)
    try:
        number = float(value)
    except TypeError:
        raise refused(name, words, value, TypeError) from None
    except OverflowError:
        raise refused(name, words, value) from None
    below = low is not None and (number < low or (open_ends and number == low))
    above = high is not None and (number > high or (open_ends and number == high))
    if not np.isfinite(number) or below or above:
        raise refused(name, words, value)
    return number


def array_of(values, name, words):
    """The values as a NumPy array of any type."""
    if isinstance(values, type) or not (hasattr(values, "__len__") or hasattr(values, "__array__") or np.isscalar(values)):
        raise refused(name, words, values, TypeError)
    if hasattr(values, "__len__") and not hasattr(values, "shape") and len(values) > MOST:
        raise refused(name, f"at most {MOST} elements", values)
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{name}: expected {words}, found masked ones - fill them with numbers, or leave them out")
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise refused(name, words, values, TypeError) from None


def _numbers(values, name, words):
    try:
        array = array_of(values, name, words)
        if array.dtype.kind == "O" and not any(isinstance(v, (str, bytes, complex)) for v in array.flat):
            array = array.astype(float)  # numbers without a NumPy type, or None
    except (TypeError, ValueError, OverflowError):
        raise refused(name, words, values, TypeError) from None
    if array.dtype.kind not in "iufb":
        raise refused(name, words, values, TypeError)
    return array


def reals(values, name, shape):
    """A copy as doubles, all finite. None in `shape` stands for any length."""
    lengths = ", ".join("any" if n is None else str(n) for n in shape)
    words = f"finite numbers of shape ({lengths}{',' if len(shape) == 1 else ''})"
    array = _numbers(values, name, words)
    if array.ndim != len(shape) or any(n is not None and n != m for n, m in zip(shape, array.shape)):
        raise ValueError(f"{name}: expected {words}, found shape {array.shape}")
    array = np.array(array, dtype=np.float64, order="C")
    if not np.isfinite(array).all():
        at = np.unravel_index(np.isfinite(array).argmin(), array.shape)
        raise ValueError(f"{name}: expected {words}, found NaN or infinity at [{', '.join(map(str, at))}]")
    return array


def indices(values, name, below, dtype=np.uint32):
    """A copy of whole numbers from 0 to `below` - 1: ids of nodes or rows, or of classes."""
    words = f"whole numbers from 0 to {below - 1}" if below else "no index, since there is nothing to index"
    array = array_of(values, name, words)
    if array.ndim != 1:
        raise refused(name, f"a sequence of {words}", values)
    if array.size == 0:
        return np.zeros(0, dtype)
    if array.dtype.kind == "O":  # whole numbers beyond 64 bits have this type
        return np.array([count(v, f"{name}[{k}]", 0, below - 1) for k, v in enumerate(array)], dtype=dtype)
    if array.dtype.kind not in "iuf":
        raise refused(name, words, values, TypeError)
    wrong = ~((array >= 0) & (array < below))
    if array.dtype.kind == "f":
        wrong |= array != np.floor(array)
    if wrong.any():
        first = int(wrong.argmax())
        raise refused(f"{name}[{first}]", words, array[first].item())
    return array.astype(dtype)


def word(value, name, words):
    """One of the given words."""
    known = " or ".join(map(repr, words)) if len(words) < 6 else f"one of {len(words)} names"
    if not isinstance(value, str):
        raise refused(name, known, value, TypeError)
    if value not in words:
        import difflib
        near = difflib.get_close_matches(value, words, n=1)
        raise ValueError(f"{name}: expected {known}, found {value!r}" + (f" - did you mean {near[0]!r}?" if near else ""))
    return value


def text(value, name):
    """A Unicode string."""
    if not isinstance(value, str):
        raise refused(name, "a string", value, TypeError)
    try:
        value.encode()
    except UnicodeEncodeError:
        raise refused(name, "Unicode text", value) from None
    return value


def sequence(values, name):
    """A list of the elements of a sequence."""
    if (isinstance(values, (str, bytes, dict, type)) or hasattr(values, "tocsr") or not hasattr(values, "__iter__")
            or getattr(values, "ndim", 1) != 1):
        raise refused(name, "a sequence", values, TypeError)
    if hasattr(values, "__len__") and len(values) > MOST:
        raise refused(name, f"at most {MOST} elements", values)
    return list(values)


def flag(value, name):
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise refused(name, "True or False", value, TypeError)
    return bool(value)


def path(value, name):
    """A path of the file system, as text."""
    try:
        found = os.fsdecode(os.fspath(value))
        os.fsencode(found)
    except UnicodeEncodeError:
        raise refused(name, "a path", value) from None
    except TypeError:
        raise refused(name, "a path", value, TypeError) from None
    if not found or "\0" in found:
        raise refused(name, "a path", value)
    return found


def params(values, name="params"):
    """Finite numbers by name."""
    if values is None:
        return {}
    if not hasattr(values, "items"):
        raise refused(name, "numbers by name", values, TypeError)
    return {text(key, name): real(value, f"{name}[{key!r}]") for key, value in values.items()}
