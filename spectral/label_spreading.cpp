// SPDX-License-Identifier: Apache-2.0
// Learning with local and global consistency.
//
// Zhou, Bousquet, Lal, Weston, Schölkopf, NIPS 2003, §2, step 4 in the closed form of Eq. (4).
//
//   S = D^{−1/2} W D^{−1/2},   Y_ik = 1 where i is labelled k, else 0
//   solve (I − α S) F = (1 − α) Y,     ŷ_i = argmax_k F_ik
//
// I − αS is symmetric with eigenvalues in [1 − α, 1 + α], so each class is a solve by conjugate
// gradients (Hestenes and Stiefel, 1952) of some tens of products with S. All classes go through
// the graph together, each with its own steps.
//
// Deviation: α is 0.8 where the paper's experiments have 0.99. docs/LABELS.md: on graphs of
// citations and e-mail 0.99 lets the large classes win everywhere.
#include <querent/spectral/label_spreading.hpp>

#include <cmath>
#include <stdexcept>

#include <querent/datasets/error.hpp>

namespace querent {

namespace {

using Eigen::RowVectorXd;

class Spreading {
 public:
  Spreading(const Graph& graph, const LabelSpreadingOptions& options)
      : graph_(graph), alpha_(options.alpha), go_on_(options.go_on) {
    root_.resize(static_cast<Eigen::Index>(graph.num_nodes()));
    for (Node i = 0; i < graph.num_nodes(); ++i) {
      const double degree = graph.degree(i);
      root_[i] = degree > 0 ? 1 / std::sqrt(degree) : 0;
    }
  }

  // result = (I − α S) X
  void multiply(const NodeScores& X, NodeScores& result) const {
    std::size_t done = kLookEvery;
    for (Node i = 0; i < graph_.num_nodes(); ++i) {
      const auto neighbours = graph_.neighbours(i);
      const auto weights = graph_.weights(i);
      done += (neighbours.size() + 1) * static_cast<std::size_t>(X.cols());
      if (done >= kLookEvery) {
        done = 0;
        if (go_on_ && !go_on_()) throw Cancelled();
      }
      result.row(i) = X.row(i);
      for (std::size_t k = 0; k < neighbours.size(); ++k) {
        const Node j = neighbours[k];
        const double S = root_[i] * (weights.empty() ? 1.0 : weights[k]) * root_[j];
        result.row(i) -= alpha_ * S * X.row(j);
      }
    }
  }

 private:
  static constexpr std::size_t kLookEvery = std::size_t{1} << 22;  // products, some 10 ms

  const Graph& graph_;
  double alpha_;
  const std::function<bool()>& go_on_;
  Eigen::VectorXd root_;  // D^{−1/2}
};

// a / b of each class, 0 where it is solved
RowVectorXd ratio(const RowVectorXd& a, const RowVectorXd& b) {
  return (b.array() > 0).select(a.array() / b.array(), 0.0);
}

}  // namespace

NodeScores spread_scores(const Graph& graph, const NodeScores& Y,
                         const LabelSpreadingOptions& options) {
  if (static_cast<std::size_t>(Y.rows()) != graph.num_nodes())
    throw std::invalid_argument("spread_scores: one row of scores a node is needed");
  if (!(options.alpha > 0 && options.alpha < 1 && options.tolerance > 0))
    throw std::invalid_argument("spread_scores: 0 < alpha < 1 and tolerance > 0 are needed");
  constexpr int kMaxSteps = 10'000;
  const Spreading A(graph, options);
  NodeScores F = NodeScores::Zero(Y.rows(), Y.cols()), R = (1 - options.alpha) * Y, P = R;
  NodeScores AP(Y.rows(), Y.cols());
  RowVectorXd square = R.colwise().squaredNorm();
  const RowVectorXd enough = options.tolerance * options.tolerance * square;
  for (int step = 0; step < kMaxSteps && (square.array() > enough.array()).any(); ++step) {
    A.multiply(P, AP);
    const RowVectorXd a = ratio(square, P.cwiseProduct(AP).colwise().sum());
    for (Eigen::Index i = 0; i < F.rows(); ++i) {
      F.row(i) += a.cwiseProduct(P.row(i));
      R.row(i) -= a.cwiseProduct(AP.row(i));
    }
    const RowVectorXd next = R.colwise().squaredNorm();
    const RowVectorXd b = ratio(next, square);
    for (Eigen::Index i = 0; i < F.rows(); ++i) P.row(i) = R.row(i) + b.cwiseProduct(P.row(i));
    square = next;
  }
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
    throw std::invalid_argument(
        "spread_labels: one label a node is needed, negative where unknown");
  NodeScores Y = NodeScores::Zero(static_cast<Eigen::Index>(labels.size()), num_classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= 0) Y(static_cast<Eigen::Index>(i), labels[i]) = 1;
  }
  return best_classes(spread_scores(graph, Y, options));
}

}  // namespace querent
