# SPDX-License-Identifier: Apache-2.0
"""Graphs of other libraries convert to the same graph, and embeddings agree with mathematics."""
import warnings

import numpy as np
import pytest
import scipy.sparse as sp

import querent

RING = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])


def ring(n):
    i = np.arange(n)
    S = sp.coo_array((np.ones(n), (i, (i + 1) % n)), shape=(n, n))
    return (S + S.T).tocsr()


def dense(G):
    return querent.as_graph(G).adjacency().toarray()


def test_every_kind_of_graph_is_the_same_graph():
    expected = ring(4).toarray()
    nx, ig, pd = (pytest.importorskip(name) for name in ("networkx", "igraph", "pandas"))

    class Data:  # the names of PyTorch Geometric
        edge_index = np.concatenate([RING, RING[:, ::-1]]).T
        num_nodes = 4

    for G in (ring(4), ring(4).tocoo(), sp.csr_matrix(ring(4)), RING, RING.T, (RING, np.ones(4)), nx.cycle_graph(4),
              ig.Graph.Ring(4), Data(), querent.as_graph(ring(4))):
        assert np.array_equal(dense(G), expected), type(G)
    frame = pd.DataFrame({"source": list("abcd"), "target": list("bcda"), "weight": [1, 2, 3, 4.0]})
    graph = querent.as_graph(frame)
    assert graph.names == list("abcd")
    assert graph.adjacency().toarray()[3, 0] == 4


def test_names_are_the_callers():
    nx = pytest.importorskip("networkx")
    G = nx.Graph()
    G.add_edge("Müller, J.", ("a", 1), weight=2.5)
    graph = querent.as_graph(G)
    assert graph.names == ["Müller, J.", ("a", 1)]
    assert graph.adjacency().toarray()[0, 1] == 2.5


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("value", [np.float32, np.float64, np.int8, bool])
def test_any_type_of_matrix(index, value):
    S = ring(5).astype(value)
    S.indices, S.indptr = S.indices.astype(index), S.indptr.astype(index)
    assert np.array_equal(dense(S), ring(5).toarray())


def test_nothing_is_repaired_in_silence():
    S = ring(4).tolil()
    S[0, 0] = 3
    with pytest.warns(UserWarning, match="1 self-loops"):
        assert np.array_equal(dense(S), ring(4).toarray())
    zeros = sp.csr_array(([2.0, 1, 1, 0, 0], ([0, 0, 1, 1, 2], [0, 1, 0, 2, 1])), shape=(3, 3))
    with pytest.warns(UserWarning) as output:
        assert dense(zeros).sum() == 2
    assert sorted(str(w.message)[:2] for w in output) == ["1 ", "1 "]  # one loop, and one edge of weight 0 in both directions
    with pytest.warns(UserWarning, match="not symmetric"):
        assert np.array_equal(dense(sp.triu(ring(4))), ring(4).toarray())
    with pytest.warns(UserWarning, match="duplicate edges"):
        assert dense(np.array([[0, 1], [0, 1]]))[0, 1] == 2
    nx = pytest.importorskip("networkx")
    with pytest.warns(UserWarning, match="not symmetric"):
        dense(nx.DiGraph([(0, 1)]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dense(ring(6))


def test_edges_that_are_merged_or_left_out_are_counted():
    with pytest.warns(UserWarning, match="1 edges of weight 0"):
        assert dense([(0, 1, 1.0), (1, 2, 0.0)]).sum() == 2
    with pytest.warns(UserWarning, match="1 edges have another weight in the other direction"):
        assert dense([(0, 1, 1.0), (1, 0, 5.0)])[0, 1] == 5
    nx = pytest.importorskip("networkx")
    with pytest.warns(UserWarning, match="1 duplicate edges"):
        assert dense(nx.MultiGraph([(0, 1), (0, 1), (1, 2)]))[0, 1] == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dense([(0, 1, 1.0), (1, 0, 1.0), (1, 2, 3.0)])  # one edge in both directions, one in one
    for wrong in ([(0, 1, 1.0), (1, 0, 1.0), (1, 2, -1.0)], ring(4) * 1j):
        with pytest.raises(ValueError):
            querent.as_graph(wrong)
    ig = pytest.importorskip("igraph")
    twice = ig.Graph.Ring(4)
    twice.vs["name"] = list("abca")
    with pytest.raises(ValueError, match="names of vertices"):
        querent.as_graph(twice)


def test_a_frame_is_edges_or_a_matrix_with_names(karate):
    nx, pd = (pytest.importorskip(name) for name in ("networkx", "pandas"))
    graph = querent.as_graph(nx.to_pandas_adjacency(nx.relabel_nodes(karate, str)))
    assert graph.names == [str(node) for node in karate] and graph.num_edges == 78
    edges = pd.DataFrame({"weight": [1.0, 2], "from": ["a", "b"], "to": ["b", "c"]})
    assert querent.as_graph(edges).names == ["a", "b", "c"] and dense(edges)[1, 2] == 2
    with pytest.raises(ValueError, match="source, target and weight"):
        querent.as_graph(edges.rename(columns={"weight": "strength"}))
    with pytest.warns(UserWarning, match="'strength'. were left out"):
        querent.as_graph(edges.set_axis(["strength", "source", "target"], axis=1))


@pytest.mark.parametrize("wrong, words", [
    (sp.csr_array(-ring(3)), "weights >= 0"), (sp.csr_array(np.ones((2, 3))), "square"), (ring(3) * np.nan, "finite"),
    ("edges.tsv", "expected a graph"), (np.array([[0, -1], [1, 2]]), "negative"), ((RING, [1, 2]), "one weight per edge"),
])
def test_what_is_not_a_graph_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        querent.as_graph(wrong)


class Data:
    edge_index, num_nodes = np.array([[0, 1, 2], [1, 5, 0]]), 4


def beyond(kind):
    S = ring(4).asformat(kind)
    (S.row if kind == "coo" else S.indices)[3] = 9
    return S


@pytest.mark.parametrize("wrong, words", [
    (ring(4) - 3 * sp.csr_array(([1.0], ([2], [3])), shape=(4, 4)), "found -2.0 in row 2, column 3"),
    (np.array([[0, 1], [1, 2.5]]), r"edge 1: expected whole numbers .*found \[1.0, 2.5\]"),
    (np.array([[0, 1], [1, 2], [3, -7]]), r"edge 2: expected nodes numbered from 0, none negative, found \[3, -7\]"),
    ([("a", "b"), ("b", None)], r"edge 1: expected two names .*found \('b', None\)"),
    ([("a", "b"), ("b", ["c"])], r"edge 1: expected two names that are hashable .*found \('b', \['c'\]\)"),
    ([(0, 1, 1.0), (1, 2, -2.0)], "weight of edge 1: expected a finite number >= 0, found -2.0"),
    ((RING, [1, 2, np.inf, 1]), r"found NaN or infinity at \[2\]"),
    (Data(), "edge 1: expected nodes from 0 to 3, found 5"),
    (beyond("coo"), r"row\[3\] = 9"), (beyond("csr"), r"indices\[3\] = 9"), (beyond("csc"), r"indices\[3\] = 9"),
])
def test_messages_have_the_place_and_the_value(wrong, words):
    with pytest.raises(ValueError, match=words):
        querent.as_graph(wrong)


def test_messages_about_other_libraries_have_the_place():
    pd, ig = pytest.importorskip("pandas"), pytest.importorskip("igraph")
    with pytest.raises(ValueError, match=r"row 1: expected two names, none of them missing, found \['b', None\]"):
        querent.as_graph(pd.DataFrame({"source": ["a", "b"], "target": ["b", None]}))
    twice = ig.Graph.Ring(4)
    twice.vs["name"] = list("abcb")
    with pytest.raises(ValueError, match="different names of vertices, found 'b' again"):
        querent.as_graph(twice)


def test_eigenvalues_of_a_ring():
    n, d = 60, 10
    e = querent.SpectralEmbedding(n_components=d, laplacian="combinatorial", tolerance=1e-10).fit(ring(n))
    k = np.repeat(np.arange(1, d // 2 + 1), 2)
    assert np.allclose(e.eigenvalues_, 2 - 2 * np.cos(2 * np.pi * k / n), rtol=1e-8)
    V = e.embedding_ * np.sqrt(e.eigenvalues_)
    assert np.allclose(V.T @ V, np.eye(d), atol=1e-8)


def test_a_new_node_with_the_edges_of_an_old_one_has_its_row(karate):
    e = querent.SpectralEmbedding(n_components=5, tolerance=1e-12).fit(karate)
    S = e.graph_.adjacency()
    rows = e.transform(S[[3, 20]])
    far = abs(1 - e.eigenvalues_) > 0.05  # the neighbours of the others carry no information
    assert np.allclose(rows[:, far], e.embedding_[[3, 20]][:, far], atol=1e-8)
    with pytest.raises(ValueError):
        e.transform(S[:, :5])
    with pytest.raises(ValueError, match=">= 0"):
        e.transform(-S[:2])
    assert np.array_equal(e.set_params(laplacian="combinatorial").transform(S[[3, 20]]), rows)  # as fitted


def test_rows_are_a_view_that_keeps_its_owner(karate):
    rows = querent.SpectralEmbedding(n_components=4).fit_transform(karate)
    import gc
    gc.collect()
    assert not rows.flags.owndata and not rows.flags.writeable and np.isfinite(rows).all()


def test_label_spreading_is_its_linear_system(karate):
    S = querent.as_graph(karate).adjacency().toarray()
    degree = S.sum(0)
    N = S / np.sqrt(np.outer(degree, degree))
    Y = np.zeros((34, 2))
    Y[0, 0] = Y[33, 1] = 1
    F = 0.2 * np.linalg.solve(np.eye(34) - 0.8 * N, Y)
    assert np.allclose(querent.spread_scores(karate, Y), F, atol=1e-5)
    y = np.full(34, None, dtype=object)
    y[0], y[33] = "a", "b"
    assert list(querent.label_spreading(karate, y)) == ["ab"[k] for k in F.argmax(1)]
    with pytest.raises(ValueError, match="no label"):
        querent.label_spreading(karate, [None] * 34)


def test_words_beside_the_graph_have_rows_of_length_one(karate):
    rng = np.random.default_rng(0)
    rows = querent.propagated_features(karate, rng.poisson(0.3, (34, 50)), n_components=6)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)


def test_scikit_learns_peer_has_the_same_eigenvalues():
    from scipy.sparse.csgraph import laplacian
    rng = np.random.default_rng(1)
    A = sp.triu(sp.random(80, 80, 0.15, random_state=rng), 1)
    A = (A + A.T).tocsr()
    if sp.csgraph.connected_components(A)[0] > 1:
        A = A + ring(80) * 0.1
    peer = np.linalg.eigvalsh(laplacian(A, normed=True).toarray())[1:8]
    ours = querent.SpectralEmbedding(n_components=7, tolerance=1e-10).fit(A).eigenvalues_
    assert np.allclose(ours, peer, rtol=1e-8)


def test_the_folder_of_a_bibliography_is_a_graph(program, source, tmp_path):
    """Weiss and Kern wrote two papers, one of them with Dupont, who wrote one with Okoye; Lind wrote alone."""
    import subprocess
    subprocess.run([program, "graph", source / "tests/data/bibliography/openalex.jsonl", "--kind", "coauthors", "--label-from", "venue",
                    "--out", tmp_path / "mine", "--quiet"], check=True, capture_output=True)
    file = querent.read_graph(tmp_path / "mine")
    assert file.graph.names == ["A1", "A2", "A3", "A4"]
    assert np.array_equal(file.graph.adjacency().toarray(), [[0, 2, 1, 0], [2, 0, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]])
    assert list(file.labels) == ["Journal of Graphs"] * 3 + ["Annals of Labels"]
    assert querent.read_graph(tmp_path / "mine", largest_component=False).graph.names == ["A1", "A2", "A3", "A4", "A5"]
    assert querent.SpectralEmbedding(n_components=2).fit_transform(file.graph).shape == (4, 2)
