// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/smoothing.hpp>

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <querent/graph/neighbours.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/graph/unit.hpp>
#include <querent/spectral/dense.hpp>
#include <querent/spectral/propagation/propagated_features.hpp>

namespace querent {

namespace {

using Eigen::Index;
constexpr std::uint64_t kNodesTogether = 256;

// A graph without edges, which leaves every row as it is.
Graph no_edges(std::uint32_t n) {
  return Graph(std::vector<std::uint64_t>(n + std::size_t{1}, 0), {});
}

RowMatrix leading_components(const RowMatrix& X, Index count) {
  const spectral::SymmetricPairs axes = spectral::symmetric_pairs(spectral::gram(X));
  return spectral::times(X, axes.vectors.rightCols(count));
}

}  // namespace

RowMatrix own_columns(const Items& items, std::size_t graph_columns, const AutoParams& params,
                      int threads) {
  const auto columns = static_cast<Index>(params.word_columns);
  if (const auto* sparse = std::get_if<CsrMatrix>(&items.rows)) {
    return propagate_features(
        no_edges(items.size()), *sparse,
        {.dim = static_cast<int>(columns), .steps = 0, .tf_idf = false, .threads = threads});
  }
  const auto& dense = std::get<Embedding::Rows>(items.rows);
  RowMatrix own = dense.rightCols(dense.cols() - static_cast<Index>(graph_columns));
  // Rows count at length 1; so that no square overflows
  own /= unit_of(std::span(own.data(), static_cast<std::size_t>(own.size())));
  return own.cols() <= columns ? own : leading_components(own, columns);
}

RowMatrix smoothed_over_graph(const Graph& graph, const RowMatrix& Z, const AutoParams& params,
                              int threads) {
  const double teleport = params.teleport;
  const Index n = Z.rows();
  Eigen::ArrayXd root(n);
  for (Index i = 0; i < n; ++i) root[i] = graph.degree(static_cast<Node>(i));
  const auto entries = static_cast<double>(2 * graph.num_edges());
  const double loop = entries > 0 ? root.sum() / entries : 1;
  root = (root + loop).rsqrt();
  RowMatrix now = Z, next(n, Z.cols());
  for (auto left = std::lround(1 / teleport); left > 0; --left) {
    for_rows(threads, static_cast<std::uint64_t>(n), kNodesTogether,
             [&](std::uint64_t first, std::uint64_t last) {
               for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i) {
                 const auto neighbours = graph.neighbours(static_cast<Node>(i));
                 const auto weights = graph.weights(static_cast<Node>(i));
                 Eigen::RowVectorXd sum = loop * root[i] * now.row(i);
                 for (std::size_t k = 0; k < neighbours.size(); ++k) {
                   const auto j = static_cast<Index>(neighbours[k]);
                   sum += (weights.empty() ? 1.0 : weights[k]) * root[j] * now.row(j);
                 }
                 next.row(i) = (1 - teleport) * root[i] * sum + teleport * Z.row(i);
               }
             });
    now.swap(next);
  }
  return now;
}

RowMatrix link_columns(const Graph& graph, const AutoParams& params, int threads) {
  const auto n = static_cast<std::uint32_t>(graph.num_nodes());
  CsrMatrix links{.offsets = {graph.offsets().begin(), graph.offsets().end()},
                  .index = {graph.all_neighbours().begin(), graph.all_neighbours().end()},
                  .value = {graph.all_weights().begin(), graph.all_weights().end()},
                  .dim = n};
  links.value.resize(links.index.size(), 1.0);  // without weights all are 1
  return propagate_features(
      no_edges(n), links,
      {.dim = static_cast<int>(params.word_columns), .steps = 0, .threads = threads});
}

RowNeighbours neighbours_of(const RowMatrix& rows, const AutoParams& params, int threads,
                            const std::function<bool()>& go_on) {
  const auto progress = [&](double) { return !go_on || go_on(); };
  RowNeighbours found;
  found.graph = neighbour_graph(nearest_neighbours(
      PrecisePoints(rows.data(), rows.rows(), rows.cols()),
      {.k = static_cast<int>(params.neighbours), .threads = threads, .progress = progress}));
  found.embedding = embed(found.graph, {.threads = threads, .progress = progress});
  return found;
}

}  // namespace querent
