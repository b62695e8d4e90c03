# SPDX-License-Identifier: Apache-2.0
"""Rows of NumPy, SciPy and pandas as the library's, looked at in place where their type allows."""

import numpy as np

from . import _querent


def as_rows(X, sparse=None):
    """_querent.Rows of an n x d array, a sparse matrix or a frame of numbers."""
    if hasattr(X, "tocsr"):
        X = X.tocsr()
        if not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
        indices = X.indices.view(np.uint32) if X.indices.dtype == np.int32 else X.indices
        return _querent.Rows(X.indptr, indices, X.data, X.shape[1])
    if sparse:
        from scipy import sparse as sp
        return as_rows(sp.csr_array(np.atleast_2d(np.asarray(X, dtype=float))))
    X = np.asarray(X)
    if X.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if X.ndim != 2:
        raise ValueError(f"Expected 2D array, got {X.ndim}D array instead. Reshape your data.")
    return _querent.Rows(np.ascontiguousarray(X, dtype=float))
