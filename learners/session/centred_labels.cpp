// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/centred_labels.hpp>

#include <cmath>

#include <querent/spectral/label_spreading.hpp>

namespace querent {

namespace {

constexpr double kSpread = 0.99;           // α
constexpr double kSpreadTolerance = 1e-3;  // what it says is rounded to a class
constexpr double kModelSharpness = 8;      // t

// D^{-1/2}, 0 for a node without edges.
Eigen::VectorXd inverse_roots(const Graph& graph) {
  Eigen::VectorXd roots(static_cast<Eigen::Index>(graph.num_nodes()));
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const double degree = graph.degree(i);
    roots[i] = degree > 0 ? 1 / std::sqrt(degree) : 0;
  }
  return roots;
}

}  // namespace

// (D − α S)⁻¹ = D^{-1/2} (I − α D^{-1/2} S D^{-1/2})⁻¹ D^{-1/2}, and the middle is label
// spreading's.
NodeScores centred_labels(const Graph& graph, const std::vector<LabelledNode>& known,
                          int num_classes, int threads) {
  const Eigen::VectorXd roots = inverse_roots(graph);
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(num_classes);
  for (const auto& [l, y] : known) mean[y] += 1 / static_cast<double>(known.size());
  NodeScores b = NodeScores::Zero(roots.size(), num_classes);
  for (const auto& [l, y] : known)
    b.row(l) = roots[l] * (Eigen::RowVectorXd::Unit(num_classes, y) - mean);
  const NodeScores u = spread_scores(
      graph, b, {.alpha = kSpread, .tolerance = kSpreadTolerance, .threads = threads});
  return (roots / (1 - kSpread)).asDiagonal() * u;
}

NodeScores with_centred_labels(NodeScores F, const Graph& graph,
                               const std::vector<LabelledNode>& known, int threads) {
  const NodeScores above =
      centred_labels(graph, known, static_cast<int>(F.cols()), threads).cwiseMax(0);
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    if (F.row(i).isZero(0)) continue;
    Eigen::RowVectorXd p = (kModelSharpness * (F.row(i).array() - F.row(i).maxCoeff())).exp();
    p /= p.sum();
    const double size = above.row(i).sum();
    if (size > 0) p += above.row(i) / size;
    F.row(i) = p / p.sum();
  }
  return F;
}

}  // namespace querent
