# SPDX-License-Identifier: Apache-2.0
"""Spectral embedding of graphs, with scikit-learn's interface."""

import warnings

from . import _checked, _querent
from ._base import BaseEstimator, all_or_nothing, in_turn, not_fitted
from ._rows import as_rows
from .graphs import as_graph

_USUAL = 100  # components: a smaller number for a small graph needs no warning


def _embedded(settings, graph):
    """Embeds a `NamedGraph` with n_components, laplacian, tolerance and n_jobs of an estimator."""
    dim = _checked.count(settings.n_components, "n_components", 1)
    if dim > _USUAL and dim >= graph.num_nodes:
        warnings.warn(f"n_components: a graph of {graph.num_nodes} nodes has fewer than {dim} eigenvectors, all are taken",
                      stacklevel=3)
    return _querent.embed(graph.graph, dim, _checked.word(settings.laplacian, "laplacian", ("normalized", "combinatorial")),
                          _checked.real(settings.tolerance, "tolerance", 0, 1, open_ends=True), _checked.threads(settings.n_jobs))


class SpectralEmbedding(BaseEstimator):
    """Rows m_i = (v_1(i)/sqrt(l_1), ..., v_d(i)/sqrt(l_d)) of the d smallest non-zero eigenpairs of a Laplacian.

    Parameters
    ----------
    n_components : int, default=100
        d >= 1; fewer if the graph has fewer.
    laplacian : {"normalized", "combinatorial"}
        The matrix whose eigenpairs are computed.
    tolerance : float, default=1e-4
        Bound on the residual of every pair over the norm of L.
    n_jobs : int, default=1
        Number of threads, -1 for all processors; the result does not depend on it.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_nodes, n_components)
        Read-only view of the library's memory.
    eigenvalues_ : ndarray of shape (n_components,)
        Ascending, without one zero per connected component.
    residuals_ : ndarray of shape (n_components,)
    solver_ : str
        Description of the solver.
    graph_ : NamedGraph
    """

    def __init__(self, n_components=100, laplacian="normalized", tolerance=1e-4, n_jobs=1):
        self._keep(locals())

    @all_or_nothing
    def fit(self, G, y=None):
        """Embeds a graph; see `as_graph` for what it may be."""
        self.graph_, self._laplacian = as_graph(G), self.laplacian
        self._embedding = _embedded(self, self.graph_)
        self._show()
        return self

    def _show(self):
        self.embedding_ = self._embedding.rows
        self.eigenvalues_ = self._embedding.eigenvalues
        self.residuals_ = self._embedding.residuals
        self.solver_ = self._embedding.solver

    @in_turn
    def fit_transform(self, G, y=None):
        """The rows of the graph's nodes, n x d."""
        return self.fit(G).embedding_

    @in_turn
    def transform(self, edges):
        """Embeds nodes that were not in the graph, from their edges to nodes that were.

        Parameters
        ----------
        edges : sparse matrix of shape (n_new, n_nodes)
            Weights >= 0 of their edges to the nodes of the graph, for Nystroem's extension.

        Returns
        -------
        ndarray of shape (n_new, n_components)
        """
        if not hasattr(self, "_embedding"):
            raise not_fitted(self)
        words = f"the edges of new nodes as a matrix of shape (k, {self.graph_.num_nodes})"
        if not hasattr(edges, "tocsr") and _checked.array_of(edges, "edges", words).ndim != 2:
            raise _checked.refused("edges", words, edges)
        return _querent.out_of_sample(self.graph_.graph, self._embedding, self._laplacian,
                                      as_rows(edges, sparse=True))

    def __getstate__(self):
        state = super().__getstate__()
        shown = ("embedding_", "eigenvalues_", "residuals_", "solver_") if "_embedding" in state else ()
        return {key: value for key, value in state.items() if key not in shown}

    def __setstate__(self, state):
        self.__dict__.update(state)
        if "_embedding" in state:
            self._show()

    def _more_tags(self):
        return {"X_types": ["graph"], "no_validation": True}


