# SPDX-License-Identifier: Apache-2.0
"""Rows of NumPy, SciPy and pandas as the library's rows, read in place."""

import numpy as np

from . import _checked, _querent


def opened(X, y=None):
    """(rows, labels), taken from a `RowsFile` if X is one and y is None."""
    if hasattr(type(X), "__dataclass_fields__") and hasattr(X, "feature_names"):
        return X.X, X.y if y is None else y
    return X, y


def as_rows(X, sparse=None):
    """_querent.Rows of an n x d array, a sparse matrix, a frame of numbers or a `RowsFile`.

    The values of a CSR matrix with ascending indices and of a C-contiguous array of doubles or floats are not copied.
    """
    X, _ = opened(X)
    if hasattr(X, "tocsr"):
        _real(X)
        X = to_csr(X)
        rows = _rows_of(X)
        known = getattr(X, "_has_canonical_format", None)
        if known is None and rows.ascending():  # SciPy's own check, which it caches, takes longer
            known = X.has_canonical_format = True
        if known:
            return rows
        check_indices(X)
        X = X.copy()
        X.sum_duplicates()
        return _rows_of(X)
    if sparse:
        from scipy import sparse as sp
        X = _checked.array_of(X, "X", "rows of numbers")
        return as_rows(sp.csr_array(_checked.reals(X[None, :] if X.ndim == 1 else X, "X", (None, None))))
    X = _checked.array_of(X, "X", "rows of numbers")
    _real(X)
    if X.ndim != 2:
        raise ValueError(f"Expected 2D array, got {X.ndim}D array instead. Reshape your data.")
    return _querent.Rows(X if X.dtype.kind in "fiub" else _checked.reals(X, "X", (None, None)))


def _real(X):
    kind = X.dtype.kind
    if kind == "c":
        raise ValueError("Complex data not supported")
    if kind not in "fiubO" or (kind == "O" and hasattr(X, "tocsr")):
        raise ValueError(f"X: expected numbers, found {X.dtype}")


def to_csr(S):
    """A sparse matrix by rows. Indices are checked first, since SciPy's conversion does not check them."""
    if getattr(S, "format", None) == "csr":
        return S
    check_indices(S)
    return S.tocsr()


def check_indices(S):
    """Raises ValueError if an index of a sparse matrix is beyond its shape."""
    kind, (rows, columns) = getattr(S, "format", None), S.shape
    if kind == "coo":
        fits, indices = len(S.row) == len(S.col) == len(S.data), {"row": rows, "col": columns}
    elif kind in ("csr", "csc", "bsr"):
        height, width = S.blocksize if kind == "bsr" else (1, 1)
        major, minor = (columns, rows) if kind == "csc" else (rows // height, columns // width)
        ends, indices = np.asarray(S.indptr), {"indices": minor}
        fits = (ends.ndim == 1 and len(ends) == major + 1 and ends[0] == 0 and (ends[1:] >= ends[:-1]).all()
                and ends[-1] <= len(S.indices) <= len(S.data))
    else:
        return
    words = f"the sparse matrix of shape {rows} x {columns} has {{}} - build it again"
    if not fits:
        raise ValueError(words.format("offsets that do not fit"))
    for name, size in indices.items():
        index = np.asarray(getattr(S, name))
        if index.size and (index.dtype.kind not in "iu" or index.min() < 0 or index.max() >= size):
            k = int(((index < 0) | (index >= size)).argmax())
            raise ValueError(words.format(f"an index beyond its shape, {name}[{k}] = {index[k]}"))


def _rows_of(X):
    return _querent.Rows(X.indptr, X.indices, X.data, X.shape[1])
