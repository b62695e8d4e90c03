# SPDX-License-Identifier: Apache-2.0
"""Rows of NumPy, SciPy and pandas as the library's, looked at where they lie."""

import numpy as np

from . import _querent


def as_rows(X, sparse=None):
    """_querent.Rows of an n x d array, a sparse matrix or a frame of numbers.

    A CSR matrix with ascending indices and a C-contiguous array of doubles or floats are not copied: do not change
    them while the rows are in use.
    """
    if hasattr(X, "tocsr"):
        if X.dtype.kind == "c":
            raise ValueError("Complex data not supported")
        X = X.tocsr()
        rows = _rows_of(X)
        known = getattr(X, "_has_canonical_format", None)
        if known is None and rows.ascending():  # SciPy's own look, which it remembers, takes longer
            known = X.has_canonical_format = True
        if known:
            return rows
        X = X.copy()
        X.sum_duplicates()
        return _rows_of(X)
    if sparse:
        from scipy import sparse as sp
        return as_rows(sp.csr_array(np.atleast_2d(np.asarray(X, dtype=float))))
    X = np.asarray(X)
    if X.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if X.ndim != 2:
        raise ValueError(f"Expected 2D array, got {X.ndim}D array instead. Reshape your data.")
    return _querent.Rows(X)


def _rows_of(X):
    return _querent.Rows(X.indptr, X.indices, X.data, X.shape[1])
