# SPDX-License-Identifier: Apache-2.0
"""Rows of all types are read in place, and rejected rows leave the model unchanged."""
import pathlib
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp

import querent
from querent._rows import as_rows


def some_rows(n=300, d=40, seed=0):
    rng = np.random.default_rng(seed)
    X = sp.random(n, d, 0.2, random_state=rng, format="csr", data_rvs=lambda k: rng.integers(1, 100, k).astype(float))
    return sp.csr_array(X), rng.integers(0, 2, n)


def typed(X, index, value):
    return sp.csr_array((X.data.astype(value), X.indices.astype(index), X.indptr.astype(index)), shape=X.shape)


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("value", [np.float32, np.float64, np.int8, np.uint8, np.int32])
def test_every_type_of_csr_is_the_same_rows(index, value):
    X, y = some_rows()
    there = querent.PA_I().fit(X, y).decision_function(X)
    twin = typed(X, index, value)
    assert np.array_equal(querent.PA_I().fit(twin, y).decision_function(twin), there)
    model = querent.PA_I().partial_fit(twin, y, classes=[0, 1])
    assert np.array_equal(model.decision_function(X), there)


def test_a_pattern_is_ones():
    X, y = some_rows()
    pattern, ones = typed(X, np.int32, bool), sp.csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    assert np.array_equal(querent.PA_I().fit(pattern, y).decision_function(pattern),
                          querent.PA_I().fit(ones, y).decision_function(ones))


def test_floats_and_every_other_row_are_read_in_place():
    rng = np.random.default_rng(2)
    X, y = rng.integers(-9, 9, (200, 7)).astype(np.float32), rng.integers(0, 2, 200)
    there = querent.PA_I().fit(X.astype(float), y).decision_function(X.astype(float))
    assert np.array_equal(querent.PA_I().fit(X, y).decision_function(X), there)
    assert np.array_equal(querent.PA_I().fit(X[::2], y[::2]).decision_function(X),
                          querent.PA_I().fit(X[::2].copy(), y[::2]).decision_function(X))
    assert np.array_equal(querent.PA_I().fit(X[::-1], y[::-1]).decision_function(X),
                          querent.PA_I().fit(X[::-1].copy(), y[::-1]).decision_function(X))
    assert np.array_equal(querent.PA_I().fit(np.asfortranarray(X), y).decision_function(X), there)


def memory():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("value", [np.float32, np.float64, bool])
def test_two_million_entries_enter_without_a_copy(index, value):
    n, each = 20_000, 100
    columns = np.tile(np.arange(each, dtype=index) * 3, n)
    X = sp.csr_array((np.ones(n * each, dtype=value), columns, np.arange(0, n * each + 1, each, dtype=index)), shape=(n, 300))
    assert X.has_canonical_format
    tracemalloc.start()
    before = memory()
    rows = as_rows(X)
    rows.check()
    traced = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(rows) == n and traced < 1 << 20
    assert memory() - before < 1 << 20  # a copy of the values is 2 to 16 MB


def test_a_bad_row_is_named_and_leaves_the_model_as_it_was():
    X, y = some_rows(3000, 50)
    model = querent.PA_I().fit(X[:100], y[:100])
    before = model.decision_function(X)
    worse = X.copy()
    worse.data[worse.indptr[2500]] = np.nan
    for bad in (worse, worse[2400:2600]):
        with pytest.raises(ValueError, match="row (2500|100): contains NaN"):
            model.partial_fit(bad, np.zeros(bad.shape[0], int))
    assert np.array_equal(model.decision_function(X), before)
    with pytest.raises(ValueError, match="beyond the columns"):
        model.partial_fit(querent_broken(X, lambda X: X.indices.__setitem__(X.indptr[8] - 1, 50)), y)
    assert np.array_equal(model.decision_function(X), before)


def querent_broken(X, change):
    X = X.copy()
    X.has_canonical_format  # SciPy caches this
    change(X)
    return X


def test_indices_that_do_not_ascend_are_sorted_in_a_copy():
    X, y = some_rows()
    there = querent.PA_I().fit(X, y).decision_function(X)
    mixed = sp.csr_array((X.data.copy(), X.indices.copy(), X.indptr.copy()), shape=X.shape)
    for i in range(X.shape[0]):
        part = slice(X.indptr[i], X.indptr[i + 1])
        mixed.data[part], mixed.indices[part] = X.data[part][::-1], X.indices[part][::-1]
    kept = mixed.indices.copy()
    assert np.array_equal(querent.PA_I().fit(mixed, y).decision_function(X), there)
    assert np.array_equal(mixed.indices, kept)


def test_masked_labels_are_unknown_and_other_masked_values_are_refused(karate):
    graph = querent.as_graph(karate)
    y = np.ma.array(np.arange(34) % 2 + 3, mask=np.arange(34) > 5)
    texts = np.ma.array(np.where(y.data == 3, "a", "b"), mask=y.mask)
    plain, texts_plain = np.where(y.mask, -1, y.data), [None if m else v for v, m in zip(texts.data, texts.mask)]
    for masked, unknown in ((y, plain), (y[:, None], plain), (texts, texts_plain)):
        found, expected = (querent.GraphClassifier().fit(graph, labels).predict() for labels in (masked, unknown))
        assert found.tolist() == expected.tolist()
    X = np.random.default_rng(0).normal(size=(34, 3))
    nearest = querent.GraphClassifier(affinity="nearest_neighbors", n_neighbors=5)
    assert nearest.fit(X, y).predict().tolist() == nearest.fit(X, np.where(y.mask, np.nan, y.data)).predict().tolist()
    hidden = np.ma.array(X, mask=X > 1)
    model = querent.PA()
    for call in (lambda: model.fit(hidden, y.data), lambda: model.fit(X, y), lambda: model.partial_fit(X, y, [3, 4]),
                 lambda: querent.as_graph(np.ma.array(np.ones((4, 4)), mask=np.eye(4))),
                 lambda: querent.play(hidden, y.data), lambda: querent.play(X, y),
                 lambda: model.fit(X, y.data).predict(hidden), lambda: model.score(X, y)):
        with pytest.raises(ValueError, match="masked"):
            call()
    model.fit(np.ma.array(X), np.ma.array(y.data))  # nothing is masked
