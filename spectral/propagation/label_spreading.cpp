// SPDX-License-Identifier: Apache-2.0
// Learning with local and global consistency.
//
// Zhou, Bousquet, Lal, Weston, Schölkopf, NIPS 2003, §2, step 4 in the closed form of Eq. (4).
//
//   S = D^{−1/2} W D^{−1/2},   Y_ik = 1 if i has label k, else 0
//   solve (I − α S) F = (1 − α) Y,     ŷ_i = argmax_k F_ik
//
// I − αS is symmetric with eigenvalues in [1 − α, 1 + α], so each class is a solve by conjugate
// gradients (Hestenes and Stiefel, 1952) with some tens of products with S. Eight classes share
// each pass over the graph, each with its own step lengths (spreading.cpp).
//
// Deviation: α is 0.8 instead of 0.99 as in the paper's experiments. On graphs of citations and
// e-mail the large classes win everywhere with 0.99 (docs/notes/auto.md).
#include <querent/spectral/propagation/label_spreading.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <querent/spectral/propagation/spreading.hpp>

namespace querent {

namespace {

void check_settings(const LabelSpreadingOptions& options) {
  if (!(options.alpha > 0 && options.alpha < 1 && options.tolerance > 0 &&
        std::isfinite(options.tolerance) && options.threads > 0)) {
    throw std::invalid_argument(
        "spread_scores: 0 < alpha < 1, a finite tolerance > 0 and threads > 0 are needed");
  }
}

}  // namespace

NodeScores spread_scores(const Graph& graph, const NodeScores& Y,
                         const LabelSpreadingOptions& options) {
  if (static_cast<std::size_t>(Y.rows()) != graph.num_nodes())
    throw std::invalid_argument("spread_scores: one row of scores per node is needed");
  if (!Y.allFinite()) throw std::invalid_argument("spread_scores: scores must be finite");
  check_settings(options);
  NodeScores F = Y;
  spectral::ScoreSpreading(graph, static_cast<std::uint64_t>(F.cols()), options)(F);
  return F;
}

std::vector<int> best_classes(const NodeScores& F) {
  std::vector<int> best(static_cast<std::size_t>(F.rows()), 0);
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    Eigen::Index k = 0;
    F.row(i).maxCoeff(&k);
    best[static_cast<std::size_t>(i)] = static_cast<int>(k);
  }
  return best;
}

std::vector<int> spread_labels(const Graph& graph, std::span<const int> labels, int num_classes,
                               const LabelSpreadingOptions& options) {
  if (labels.size() != graph.num_nodes())
    throw std::invalid_argument("spread_labels: one label per node is needed, negative if unknown");
  if (!std::ranges::all_of(labels, [&](int label) { return label < num_classes; }))
    throw std::invalid_argument("spread_labels: labels must be below the number of classes");
  check_settings(options);
  // the best class of each node so far: no score is kept beyond its block
  std::vector<int> best(labels.size(), 0);
  std::vector<double> score(labels.size(), -std::numeric_limits<double>::infinity());
  const auto read = [&](Node i, std::uint64_t first, std::uint64_t here, auto* y) {
    const auto k = static_cast<std::uint64_t>(labels[i]) - first;
    if (labels[i] >= 0 && k < here) y[k] = 1;
  };
  const auto write = [&](Node i, std::uint64_t first, std::uint64_t here, const auto* f) {
    for (std::uint64_t k = 0; k < here; ++k) {
      if (!(f[k] > score[i])) continue;
      score[i] = f[k];
      best[i] = static_cast<int>(first + k);
    }
  };
  const auto columns = static_cast<std::uint64_t>(std::max(num_classes, 0));
  spectral::ScoreSpreading(graph, columns, options)(read, write);
  return best;
}

}  // namespace querent
