// SPDX-License-Identifier: Apache-2.0
// The items' own features as columns, their smoothing over the graph, the links of nodes as columns,
// and the graph of nearest neighbours of rows without a graph.
#pragma once

#include <cstddef>
#include <functional>

#include <querent/graph/graph.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent {

/// Columns of the items after the first `graph_columns`, at most params.word_columns: if there are
/// more, the leading singular directions of the rows. Determined by the items.
RowMatrix own_columns(const Items& items, std::size_t graph_columns, const AutoParams& params,
                      int threads);

/// Personalised PageRank of every column: Z_0 = Z, Z_{k+1} = (1 − a) Ŝ Z_k + a Z for
/// round(1/a) steps, Ŝ = (D + w)^{−1/2} (S + w I) (D + w)^{−1/2} with loops of the mean
/// edge weight w (Gasteiger, Bojchevski, Günnemann, ICLR 2019, Eq. 5).
RowMatrix smoothed_over_graph(const Graph& graph, const RowMatrix& Z, const AutoParams& params,
                              int threads);

/// The rows of the adjacency matrix, weighted by TF-IDF as if neighbours were words: at most
/// params.word_columns principal components.
RowMatrix link_columns(const Graph& graph, const AutoParams& params, int threads);

/// The graph that joins rows to their nearest neighbours, and its embedding. If `go_on` returns
/// false, throws Cancelled.
struct RowNeighbours {
  Graph graph;
  Embedding embedding;
};
RowNeighbours neighbours_of(const RowMatrix& rows, const AutoParams& params, int threads,
                            const std::function<bool()>& go_on);

}  // namespace querent
