# SPDX-License-Identifier: Apache-2.0
"""Graphs of other libraries as ours: an undirected simple graph with positive weights."""

import warnings
from dataclasses import dataclass

import numpy as np

from . import _querent


@dataclass(frozen=True)
class NamedGraph:
    """A graph and the caller's own names of its nodes.

    Attributes
    ----------
    graph : _querent.Graph
        n nodes, numbered from 0.
    names : sequence
        The caller's name of each node, hashable; ``range(n)`` where there are none.
    """

    graph: "_querent.Graph"
    names: list

    @property
    def num_nodes(self):
        """n; nodes are 0 ... n - 1."""
        return self.graph.num_nodes

    @property
    def num_edges(self):
        """Undirected edges."""
        return self.graph.num_edges

    def adjacency(self):
        """The graph's matrix S.

        Returns
        -------
        scipy.sparse.csr_array of shape (n, n)
            Symmetric; its indices, and its weights where there are any, are the graph's own memory.
        """
        from scipy import sparse
        indptr, indices, data = self.graph.csr()
        n = self.num_nodes
        data = np.ones(len(indices)) if data is None else data
        return sparse.csr_array((data, indices.view(np.int32), indptr.astype(np.int64)), shape=(n, n))


def as_graph(G):
    """Brings a graph into querent.

    Parameters
    ----------
    G : NamedGraph, networkx.Graph, igraph.Graph, scipy sparse matrix or array, pandas.DataFrame, \
ndarray, (edges, weights), or an object with ``edge_index``
        A sparse matrix is S itself (n x n). A symmetric CSR matrix with ascending rows, indices of 32 bits, and weights
        that are doubles or all one, is not copied: do not change it while the graph lives. A frame has a row an edge:
        columns ``source`` and ``target``, or its first two, and ``weight`` where there is one. An array of edges is
        m x 2 or 2 x m. An object with ``edge_index`` (2 x m) may say ``num_nodes``.

    Returns
    -------
    NamedGraph

    Raises
    ------
    ValueError
        For negative or infinite weights, and what is not a graph.

    Warns
    -----
    UserWarning
        Where edges were directed (max(S, S^T) is taken), self-loops or edges of weight 0 were left
        out, or edges named twice were added up.
    """
    if isinstance(G, NamedGraph):
        return G
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
        edges = np.asarray(G.edge_index)
        n = getattr(G, "num_nodes", None)
        weights = getattr(G, "edge_weight", None)
        return _from_edges(edges, weights, None if n is None else int(n))
    if isinstance(G, tuple) and len(G) == 2 and np.ndim(G[0]) == 2:
        return _from_edges(np.asarray(G[0]), G[1], None)
    array = np.asarray(G)
    if array.ndim == 2 and array.dtype.kind in "iu" and 2 in array.shape:
        return _from_edges(array, None, None)
    raise ValueError(
        f"expected a graph (networkx, igraph, scipy.sparse, a frame of edges, (edges, weights)), found "
        f"{type(G).__name__}")


def _from_matrix(S):
    if S.shape[0] != S.shape[1]:
        raise ValueError(f"expected a square matrix of edges, found {S.shape[0]} x {S.shape[1]}")
    S = S.tocsr()
    try:
        return _graph_of(S)  # if nothing has to be mended
    except ValueError:
        pass
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
        raise ValueError("expected finite weights >= 0")
    S.sum_duplicates()
    if zeros := S.nnz - S.count_nonzero():
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
    return NamedGraph(_from_matrix(nx.to_scipy_sparse_array(G, nodelist=names, dtype=float)), names)


def _from_igraph(G):
    names = list(G.vs["name"]) if "name" in G.vs.attributes() else range(G.vcount())
    edges = np.asarray(G.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    weights = G.es["weight"] if "weight" in G.es.attributes() else None
    return NamedGraph(_from_numbered(edges, weights, G.vcount(), G.is_directed()), names)


def _from_frame(frame):
    columns = list(frame.columns)
    ends = [c for c in ("source", "target") if c in columns]
    if len(ends) != 2:
        ends = columns[:2]
    if len(ends) < 2:
        raise ValueError("expected a frame with two columns of node names")
    weights = frame["weight"].to_numpy(dtype=float) if "weight" in columns else None
    import pandas as pd
    codes, names = pd.factorize(np.concatenate([frame[ends[0]].to_numpy(), frame[ends[1]].to_numpy()]))
    if (codes < 0).any():
        raise ValueError("expected two names a row, found a missing one")
    edges = codes.reshape(2, -1).T
    return NamedGraph(_from_numbered(edges, weights, len(names)), list(names))


def _from_edges(edges, weights, n):
    if edges.ndim != 2 or 2 not in edges.shape or edges.dtype.kind not in "iu":
        raise ValueError("expected whole numbers, m x 2 or 2 x m")
    if edges.shape[1] != 2:
        edges = edges.T
    if edges.size and edges.min() < 0:
        raise ValueError("expected nodes numbered from 0, found a negative one")
    least = int(edges.max()) + 1 if edges.size else 0
    n = least if n is None else n
    if n < least:
        raise ValueError(f"an edge names node {least - 1} of {n}")
    return NamedGraph(_from_numbered(edges, weights, n), range(n))


def _from_numbered(edges, weights, n, directed=False):
    """Edges named in one direction or in both; what is named twice in one direction is added up."""
    from scipy import sparse
    weights = np.ones(len(edges)) if weights is None else np.asarray(weights, dtype=float)
    if len(weights) != len(edges):
        raise ValueError(f"expected a weight an edge, found {len(weights)} for {len(edges)}")
    S = sparse.coo_array((weights, (edges[:, 0], edges[:, 1])), shape=(n, n)).tocsr()
    if S.nnz < len(edges):
        warnings.warn(f"{len(edges) - S.nnz} edges named twice were added up", stacklevel=4)
    T = S.T.tocsr()
    both = S.multiply(T)
    if directed and (S != T).nnz:
        warnings.warn("the graph is directed: max(S, S^T) was taken", stacklevel=4)
    return _from_matrix(S.maximum(T) if both.nnz or directed else S + T)
