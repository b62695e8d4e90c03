# SPDX-License-Identifier: Apache-2.0
"""Converts graphs of other libraries to undirected simple graphs with positive weights."""

import warnings
from collections import Counter
from dataclasses import dataclass

import numpy as np

from . import _checked, _querent
from ._rows import _real, check_indices, to_csr


@dataclass(frozen=True)
class NamedGraph:
    """A graph with the caller's names of its nodes.

    Attributes
    ----------
    graph : _querent.Graph
        n nodes, numbered from 0.
    names : sequence
        The caller's name of each node, hashable; ``range(n)`` if there are no names.
    """

    graph: "_querent.Graph"
    names: list

    @property
    def num_nodes(self):
        """The number n of nodes, which are 0 ... n - 1."""
        return self.graph.num_nodes

    @property
    def num_edges(self):
        """The number of undirected edges."""
        return self.graph.num_edges

    def adjacency(self):
        """The graph's matrix S.

        Returns
        -------
        scipy.sparse.csr_array of shape (n, n)
            Symmetric; a copy.
        """
        from scipy import sparse
        indptr, indices, data = self.graph.csr()
        n = self.num_nodes
        data = np.ones(len(indices)) if data is None else data.copy()
        return sparse.csr_array((data, indices.view(np.int32).copy(), indptr.astype(np.int64)), shape=(n, n))

    def __repr__(self):
        return f"NamedGraph: {self.num_nodes} nodes, {self.num_edges} edges"


def as_graph(G):
    """Converts a graph to a `NamedGraph`.

    Parameters
    ----------
    G : NamedGraph, GraphFile, networkx.Graph, igraph.Graph, scipy sparse matrix or array, pandas.DataFrame, \
ndarray, list of edges, (edges, weights), or an object with ``edge_index``
        A sparse matrix is S itself (n x n), and so is a square array of at least three rows. Its arrays are copied,
        except those of a symmetric CSR matrix that was made of read-only arrays: ascending rows, indices of 32 bits,
        weights that are doubles or all one. A frame has one row per edge: columns ``source`` and ``target``, or its only
        two, and ``weight`` if present; or it is S, with the names of the nodes as index and columns. An array of edges is m x 2 or 2 x m; a list of edges has pairs (u, v), or triples
        (u, v, weight). Whole numbers number nodes from 0, unless the largest far exceeds the number of edges: then they
        are names, as texts are. An object with ``edge_index`` (2 x m) may have ``num_nodes``.

    Returns
    -------
    NamedGraph

    Raises
    ------
    ValueError
        For negative or infinite weights, and for anything that is not a graph.

    Warns
    -----
    UserWarning
        If edges were directed (max(S, S^T) is taken), self-loops, edges of weight 0 or columns were left out, duplicate edges
        were added up, or numbers were taken as names.
    """
    if isinstance(G, NamedGraph):
        return G
    if isinstance(getattr(G, "graph", None), NamedGraph):  # a file that was read
        return G.graph
    if isinstance(G, _querent.Graph):
        return NamedGraph(G, range(G.num_nodes))
    if hasattr(G, "adj") and hasattr(G, "nodes") and hasattr(G, "is_multigraph"):
        return _from_networkx(G)
    if hasattr(G, "get_edgelist") and hasattr(G, "vcount"):
        return _from_igraph(G)
    if hasattr(G, "tocsr") and hasattr(G, "shape"):
        return NamedGraph(_from_matrix(G), range(G.shape[0]))
    if hasattr(G, "columns") and hasattr(G, "iloc"):
        return _from_frame(G)
    if hasattr(G, "edge_index"):
        n, edges = getattr(G, "num_nodes", None), np.asarray(G.edge_index)
        if edges.ndim != 2 or edges.shape[0] != 2:
            raise ValueError(f"edge_index: expected a shape 2 x m, found {edges.shape}")
        return _from_edges(edges.T, getattr(G, "edge_weight", None),
                           None if n is None else _checked.count(n, "num_nodes"))
    if isinstance(G, tuple) and len(G) == 2 and np.ndim(G[0]) == 2:
        return _from_edges(np.asarray(G[0]), G[1], None)
    if isinstance(G, (np.ndarray, list, tuple)):
        return _from_array(_checked.array_of(G, "G", "edges or weights")) if isinstance(G, np.ndarray) else _from_list(G)
    raise ValueError("expected a graph (networkx, igraph, scipy.sparse, a frame or list of edges, (edges, weights)), "
                     f"found {type(G).__name__}")


def _from_array(array):
    if array.ndim == 2 and 2 in array.shape and array.dtype.kind in "iufUSO":
        return _from_edges(array, None, None)
    if array.ndim == 2 and array.shape[0] == array.shape[1] > 2 and array.dtype.kind in "iufb":
        from scipy import sparse
        return NamedGraph(_from_matrix(sparse.csr_array(array)), range(len(array)))
    raise ValueError(f"expected a graph, found an array of {array.dtype} of shape {array.shape}: edges are whole numbers or names, "
                     "m x 2; for a dense matrix A of weights give scipy.sparse.csr_array(A); for rows compute their neighbours first: "
                     "sklearn.neighbors.kneighbors_graph(X, 10)")


def _from_list(edges):
    """Reads pairs (u, v) or triples (u, v, weight) of names or numbers, and rows of numbers as an array."""
    ends, weights = [], []
    for k, edge in enumerate(edges):
        if isinstance(edge, (str, bytes)) or not hasattr(edge, "__len__") or len(edge) not in (2, 3):
            if _numeric(edges):
                return _from_array(np.asarray(edges))
            raise _checked.refused(f"edge {k}", "a pair (u, v) or a triple (u, v, weight)", edge)
        ends.append(tuple(edge[:2]))
        weights.append(edge[2] if len(edge) == 3 else None)
    if not ends:
        return NamedGraph(_querent.Graph.from_csr(np.zeros(1, np.int64), np.zeros(0, np.uint32)), [])
    if len(edges) in (2, 3) and weights[0] is not None and _numeric(edges) and not isinstance(edges[0], tuple):
        raise ValueError("lists of three numbers may be edges with weights, a matrix A, or the 2 x m ends of edges: write tuples "
                         "(u, v, weight), scipy.sparse.csr_array(A), or numpy.array(ends)")
    weights = None if all(w is None for w in weights) else [
        _checked.real(1.0 if w is None else w, f"weight of edge {k}") for k, w in enumerate(weights)]
    if all(isinstance(end, (int, float, np.integer, np.floating)) and not isinstance(end, bool) for pair in ends for end in pair):
        return _from_edges(np.array(ends), weights, None)
    return _by_name(ends, weights)


def _numeric(edges):
    try:
        array = np.asarray(edges)
    except ValueError:
        return False
    return array.ndim == 2 and array.dtype.kind in "iufb"


def _whole(edges):
    _checked.refuse_first((edges != np.floor(edges)) | (abs(edges) >= 2**53), edges, "edge", "whole numbers or names as nodes (a "
                          "dense matrix A of weights is scipy.sparse.csr_array(A))")
    return edges.astype(np.int64)


def _by_name(ends, weights):
    """Edges between names; nodes are in the order of their first edge."""
    number, edges = {}, []
    for k, pair in enumerate(ends):
        try:
            edges.append([number.setdefault(end, len(number)) for end in pair if end is not None and end == end])
        except TypeError:
            edges.append([])
        if len(edges[-1]) < 2:
            raise _checked.refused(f"edge {k}", "two names that are hashable and not missing", pair)
    return NamedGraph(_from_numbered(np.array(edges, dtype=np.int64), weights, len(number)), list(number))


def _from_matrix(S):
    if S.shape[0] != S.shape[1]:
        raise ValueError(f"expected a square matrix of edges, found {S.shape[0]} x {S.shape[1]}")
    _real(S)
    S = to_csr(S)
    try:
        return _graph_of(S)  # if nothing has to be repaired
    except ValueError:
        check_indices(S)
    S = _mended(S)
    try:
        return _graph_of(S)
    except ValueError:
        if abs(S - S.T).nnz == 0:
            raise
    warnings.warn("the matrix is not symmetric: max(S, S^T) was taken", stacklevel=4)
    S = S.maximum(S.T).tocsr()
    S.sort_indices()
    return _graph_of(S)


def _mended(S):
    """A copy with ascending rows, without loops and zeros."""
    from scipy import sparse
    S = S.astype(float)
    if S.nnz and (not np.isfinite(S.data).all() or S.data.min() < 0):
        k = int((~np.isfinite(S.data) | (S.data < 0)).argmax())
        raise ValueError(f"expected finite weights >= 0, found {S.data[k]} in row {S.indptr.searchsorted(k, 'right') - 1}, "
                         f"column {S.indices[k]}")
    S.sum_duplicates()
    zero = sparse.csr_matrix((S.data == 0, S.indices, S.indptr), S.shape)
    if zeros := sparse.triu(zero + zero.T).count_nonzero():  # an edge has two entries in a symmetric matrix
        warnings.warn(f"{zeros} edges of weight 0 were left out", stacklevel=5)
    if loops := np.count_nonzero(S.diagonal()):
        warnings.warn(f"{loops} self-loops were left out", stacklevel=5)
        S = sparse.csr_array(S - sparse.diags(S.diagonal(), format="csr"))
    S.eliminate_zeros()
    S.sort_indices()
    return S


def _graph_of(S):
    return _querent.Graph.from_csr(S.indptr, S.indices, S.data)


def _from_networkx(G):
    import networkx as nx
    names = list(G.nodes)
    if not names:
        return NamedGraph(_querent.Graph.from_csr(np.zeros(1, np.int64), np.zeros(0, np.uint32)), [])
    if extra := G.number_of_edges() - len(set(G.edges())):
        warnings.warn(f"{extra} duplicate edges were added up", stacklevel=3)
    return NamedGraph(_from_matrix(nx.to_scipy_sparse_array(G, nodelist=names, dtype=float)), names)


def _from_igraph(G):
    names = list(G.vs["name"]) if "name" in G.vs.attributes() else range(G.vcount())
    if len(set(names)) < len(names):
        raise ValueError(f"expected different names of vertices, found {Counter(names).most_common(1)[0][0]!r} again")
    edges = np.asarray(G.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    weights = G.es["weight"] if "weight" in G.es.attributes() else None
    return NamedGraph(_from_numbered(edges, weights, G.vcount(), G.is_directed()), names)


def _from_frame(frame):
    columns = list(frame.columns)
    known = [c for c in ("source", "target") if c in columns]
    others = [c for c in columns if c not in known and c != "weight"]
    if len(known) < 2 and columns == list(frame.index) and (len(columns) > 2 or columns != [0, 1]):
        from scipy import sparse
        return NamedGraph(_from_matrix(sparse.csr_array(_checked.reals(frame, "a frame as matrix", (None, None)))), columns)
    ends = known if len(known) == 2 else known + others
    if len(ends) != 2 or len(set(columns)) < len(columns):
        raise ValueError(f"expected columns source, target and weight, or the same names as index and columns, found {columns[:9]}")
    if len(known) == 2 and others:
        warnings.warn(f"the columns {others} were left out", stacklevel=3)
    weights = _checked.reals(frame["weight"], "weight", (len(frame),)) if "weight" in columns else None
    if all(frame[end].dtype.kind in "iu" for end in ends):
        return _from_edges(frame[ends].to_numpy(), weights, None)
    import pandas as pd
    codes, names = pd.factorize(np.concatenate([frame[ends[0]].to_numpy(), frame[ends[1]].to_numpy()]))
    edges = codes.reshape(2, -1).T
    _checked.refuse_first(edges < 0, frame[ends].to_numpy(), "row", "two names, none of them missing")
    return NamedGraph(_from_numbered(edges, weights, len(names)), list(names))


def _from_edges(edges, weights, n):
    """m x 2 or 2 x m numbers or names; n nodes, if known."""
    if edges.ndim != 2 or 2 not in edges.shape:
        raise ValueError(f"expected edges, m x 2 or 2 x m, found shape {edges.shape}")
    edges = edges if edges.shape[1] == 2 else edges.T
    if weights is not None:
        weights = _checked.reals(weights, "one weight per edge", (len(edges),))
    if edges.dtype.kind == "f":
        edges = _whole(edges)
    if edges.dtype.kind not in "iu" and not all(isinstance(v, (int, np.integer)) for v in edges.flat):
        if edges.dtype.kind not in "OUS" or n is not None:
            raise ValueError(f"expected whole numbers as nodes, found {edges.dtype}")
        return _by_name([tuple(pair) for pair in edges.tolist()], weights)
    _checked.refuse_first(edges < 0, edges, "edge", "nodes numbered from 0, none negative")
    least = int(edges.max()) + 1 if edges.size else 0
    if n is None and least > 1000 + 20 * edges.size:
        warnings.warn(f"numbers up to {least - 1} in {len(edges)} edges were taken as names: the nodes are those that an edge "
                      "names, in ascending order", stacklevel=4)
        names, places = np.unique(edges, return_inverse=True)
        return NamedGraph(_from_numbered(places.reshape(-1, 2), weights, len(names)), names.tolist())
    if (n := least if n is None else n) < least:
        raise ValueError(f"edge {int(edges.argmax()) // 2}: expected nodes from 0 to {n - 1}, found {least - 1}")
    return NamedGraph(_from_numbered(edges.astype(np.int64), weights, n), range(n))


def _from_numbered(edges, weights, n, directed=False):
    """Edges in one direction or in both; duplicates in one direction are added up."""
    from scipy import sparse
    weights = np.ones(len(edges)) if weights is None else np.asarray(weights, dtype=float)
    _checked.refuse_first(~(weights >= 0), weights, "weight of edge", "a finite number >= 0")  # max() would hide a negative one
    S = sparse.coo_array((weights, (edges[:, 0], edges[:, 1])), shape=(n, n)).tocsr()
    if S.nnz < len(edges):
        warnings.warn(f"{len(edges) - S.nnz} duplicate edges were added up", stacklevel=4)
    S = _mended(S)
    T = S.T.tocsr()
    both = S.multiply(T)
    if directed and (S != T).nnz:
        warnings.warn("the graph is directed: max(S, S^T) was taken", stacklevel=4)
    elif differ := (S.multiply(both > 0) != T.multiply(both > 0)).nnz // 2:
        warnings.warn(f"{differ} edges have another weight in the other direction: max(S, S^T) was taken", stacklevel=4)
    return _from_matrix(S.maximum(T) if both.nnz or directed else S + T)
