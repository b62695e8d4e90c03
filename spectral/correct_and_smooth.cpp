// SPDX-License-Identifier: Apache-2.0
// Correct and Smooth.
//
// Huang, He, Singh, Lim, Benson, Combining Label Propagation and Simple Models Out-performs Graph
// Neural Networks, ICLR 2021, §2.2 (correction with the scale of Eq. (6), "autoscale") and §2.3.
//
//   spread(X) = (1 − α) (I − α S)⁻¹ X                                (label_spreading.hpp)
//   E_l = y_l − z_l for labelled l, else 0
//   Ê = spread(E),   σ = mean over labelled l of ‖e_l‖₁
//   corrected   z′_i = z_i + σ ê_i / ‖ê_i‖₁                           the model's errors, spread
//   smoothed    spread(H),   h_l = y_l for labelled l, else z′_i
//
// Which of z, z′ and the smoothed scores classifies is found by keeping back every fourth label in
// turn (cross-validation): the one with the fewest errors among those that beat z by more than one
// standard error, √(b + c) with b and c the labels that only one of the two gets right (McNemar,
// Psychometrika 12, 1947; the rule of one standard error is Breiman's, CART, 1984, §3.4.3).
//
// A new node has no label, so its line of spread() is ê_new = α Σ_j S_new,j/√(D_new D_j) ê_j, and
// of the smoothed scores (1 − α) z′_new + α Σ_j S_new,j/√(D_new D_j) f_j.
//
// Deviations: the model's z_l are those without label l, where the paper has a training set whose
// residuals shrink with every parameter; the paper's choice by a validation set is that by folds;
// one α = 0.8 for both spreadings (docs/LABELS.md).
#include <querent/spectral/correct_and_smooth.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace querent {

namespace {

constexpr std::size_t kFolds = 4;
constexpr LabelSpreadingOptions kSpreading{.alpha = 0.8, .tolerance = 1e-3};
constexpr std::size_t kWays = 3;

using Labelled = std::vector<LabelledNode>;
using Ways = std::array<NodeScores, kWays>;  // in the order of OverGraph

// z′, from z and ê in place
template <class Z, class E>
void correct(Z&& z, const E& e, double sigma) {
  const double size = e.template lpNorm<1>();
  if (size > 0) z += sigma / size * e;
}

// The model's errors, spread, and how large they are.
struct Errors {
  NodeScores spread;
  double sigma = 0;
};

Errors errors_of(const Graph& graph, const NodeScores& Z, const Labelled& labelled) {
  NodeScores E = NodeScores::Zero(Z.rows(), Z.cols());
  double sigma = 0;
  for (const auto& [l, y] : labelled) {
    E.row(l) = -Z.row(l);
    E(l, y) += 1;
    sigma += E.row(l).lpNorm<1>() / static_cast<double>(labelled.size());
  }
  return {.spread = spread_scores(graph, E, kSpreading), .sigma = sigma};
}

Ways ways_of(const Graph& graph, const NodeScores& Z, const Errors& errors,
             const Labelled& labelled) {
  Ways ways{Z, Z, {}};
  for (Eigen::Index i = 0; i < Z.rows(); ++i)
    correct(ways[1].row(i), errors.spread.row(i), errors.sigma);
  NodeScores H = ways[1];
  for (const auto& [l, y] : labelled) {
    H.row(l).setZero();
    H(l, y) = 1;
  }
  ways[2] = spread_scores(graph, H, kSpreading);
  return ways;
}

std::size_t best_way(const Graph& graph, const NodeScores& Z, const Labelled& labelled) {
  std::array<double, kWays> only_it{}, only_scores{};  // labels that one gets right, the other not
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Labelled known;
    for (std::size_t k = 0; k < labelled.size(); ++k) {
      if (k % kFolds != fold) known.push_back(labelled[k]);
    }
    const Ways ways = ways_of(graph, Z, errors_of(graph, Z, known), known);
    for (std::size_t k = fold; k < labelled.size(); k += kFolds) {
      const auto right = [&](std::size_t w) {
        Eigen::Index best = 0;
        ways[w].row(labelled[k].node).maxCoeff(&best);
        return best == labelled[k].label;
      };
      for (std::size_t w = 1; w < kWays; ++w) {
        only_it[w] += right(w) && !right(0);
        only_scores[w] += right(0) && !right(w);
      }
    }
  }
  std::size_t best = 0;
  double gained = 0;
  for (std::size_t w = 1; w < kWays; ++w) {
    const double gain = only_it[w] - only_scores[w];
    if (gain <= std::max(gained, std::sqrt(only_it[w] + only_scores[w]))) continue;
    best = w;
    gained = gain;
  }
  return best;
}

}  // namespace

ScoresOverGraph scores_over_graph(const Graph& graph, const NodeScores& Z,
                                  const std::vector<LabelledNode>& labelled) {
  if (static_cast<std::size_t>(Z.rows()) != graph.num_nodes())
    throw std::invalid_argument("scores_over_graph: one row of scores a node is needed");
  const std::size_t way = labelled.size() < kFolds ? 0 : best_way(graph, Z, labelled);
  if (way == 0) return {.how = OverGraph::kScores, .scores = Z, .errors = {}};
  Errors errors = errors_of(graph, Z, labelled);
  return {.how = static_cast<OverGraph>(way),
          .scores = std::move(ways_of(graph, Z, errors, labelled)[way]),
          .errors = std::move(errors.spread),
          .sigma = errors.sigma};
}

Eigen::RowVectorXd scores_of_new_node(const ScoresOverGraph& over,
                                      const Eigen::Ref<const Eigen::VectorXd>& degree,
                                      const Eigen::Ref<const Eigen::RowVectorXd>& z,
                                      std::span<const std::uint32_t> neighbours,
                                      std::span<const double> weights) {
  Eigen::RowVectorXd f = z;
  if (over.how == OverGraph::kScores) return f;
  double D_new = 0;
  Eigen::RowVectorXd e = Eigen::RowVectorXd::Zero(z.size()), near = e;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    const auto j = static_cast<Eigen::Index>(neighbours[k]);
    const double S = weights.empty() ? 1.0 : weights[k];
    D_new += S;
    if (!(degree[j] > 0)) continue;
    e += S / std::sqrt(degree[j]) * over.errors.row(j);
    near += S / std::sqrt(degree[j]) * over.scores.row(j);
  }
  const double scale = D_new > 0 ? kSpreading.alpha / std::sqrt(D_new) : 0;
  correct(f, scale * e, over.sigma);
  if (over.how == OverGraph::kSmoothed) f = (1 - kSpreading.alpha) * f + scale * near;
  return f;
}

}  // namespace querent
