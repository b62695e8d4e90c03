// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/out_of_sample.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace querent {

namespace {
constexpr double kLeastShare = 0.05;  // of 1 − λ, or 1 − λ/D: an error grows at most twentyfold
}

Eigen::RowVectorXd out_of_sample(const NodeRows& nodes, std::span<const std::uint32_t> neighbours,
                                 std::span<const double> weights) {
  const bool normalized = nodes.laplacian == LaplacianKind::kNormalized;
  Eigen::RowVectorXd m = Eigen::RowVectorXd::Zero(nodes.rows.cols());
  double D_new = 0;
  if (!weights.empty() && weights.size() != neighbours.size())
    throw std::invalid_argument("out_of_sample: one weight per neighbour is needed, or none");
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    if (neighbours[k] >= static_cast<std::size_t>(nodes.rows.rows()))
      throw std::invalid_argument("out_of_sample: a neighbour does not exist");
    const auto j = static_cast<Eigen::Index>(neighbours[k]);
    const double S = weights.empty() ? 1.0 : weights[k];
    if (!(S >= 0 && S <= std::numeric_limits<double>::max()))
      throw std::invalid_argument("out_of_sample: weights of edges must be finite and >= 0");
    D_new += S;
    if (nodes.degree[j] > 0)
      m += (normalized ? S / std::sqrt(nodes.degree[j]) : S) * nodes.rows.row(j);
  }
  if (!(D_new > 0)) return m;
  if (normalized) m /= std::sqrt(D_new);
  const double whole = normalized ? 1 : D_new;
  for (Eigen::Index k = 0; k < m.size(); ++k) {
    const double rest = whole - nodes.eigenvalues[k];
    m[k] = std::abs(rest) < kLeastShare * whole ? 0 : m[k] / rest;
  }
  return m;
}

Embedding extended(const Embedding& before, const Graph& graph,
                   std::span<const std::uint32_t> row_before, LaplacianKind laplacian) {
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  if (static_cast<Eigen::Index>(row_before.size()) != n)
    throw std::invalid_argument("extended: one row per node is needed");
  NodeRows nodes{.laplacian = laplacian,
                 .eigenvalues = before.eigenvalues,
                 .rows = Embedding::Rows::Zero(n, before.rows.cols()),
                 .degree = Eigen::VectorXd(n)};
  std::vector<std::uint8_t> known(row_before.size(), 0), reached = known;
  std::vector<Node> next;
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    nodes.degree[i] = graph.degree(i);
    if (row_before[i] == kNewNode) continue;
    if (row_before[i] >= before.rows.rows())
      throw std::invalid_argument("extended: the row does not exist");
    nodes.rows.row(i) = before.rows.row(row_before[i]);
    known[i] = 1;
  }
  const auto beside_known = [&](Node i) {
    for (const Node j : graph.neighbours(i)) {
      if (known[j] != 0) return true;
    }
    return false;
  };
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    if (known[i] == 0 && beside_known(i)) next.push_back(i), reached[i] = 1;
  }
  while (!next.empty()) {  // one layer of neighbours, from the layer before only
    std::vector<Node> layer = std::exchange(next, {});
    std::vector<Eigen::RowVectorXd> rows;
    for (const Node i : layer) {
      std::vector<Node> of;
      std::vector<double> by;
      graph.for_each_neighbour(i, [&](Node j, double weight) {
        if (known[j] == 0) return;
        of.push_back(j);
        by.push_back(weight);
      });
      rows.push_back(out_of_sample(nodes, of, by));
    }
    for (std::size_t k = 0; k < layer.size(); ++k) {
      nodes.rows.row(layer[k]) = rows[k];
      known[layer[k]] = 1;
    }
    for (const Node i : layer) {
      for (const Node j : graph.neighbours(i)) {
        if (known[j] == 0 && std::exchange(reached[j], 1) == 0) next.push_back(j);
      }
    }
  }
  return {.rows = std::move(nodes.rows),
          .eigenvalues = before.eigenvalues,
          .residuals = before.residuals,
          .solver = before.solver + ", new nodes from their neighbours"};
}

}  // namespace querent
