// SPDX-License-Identifier: Apache-2.0
// Learning with local and global consistency.
//
// Zhou, Bousquet, Lal, Weston, Schölkopf, NIPS 2003, §2, step 4 in the closed form of Eq. (4).
//
//   S = D^{−1/2} W D^{−1/2},   Y_ik = 1 where i is labelled k, else 0
//   solve (I − α S) F = Y,     ŷ_i = argmax_k F_ik
//
// I − αS is symmetric with eigenvalues in [1 − α, 1 + α], so each class is a solve by conjugate
// gradients (Hestenes and Stiefel, 1952) of some tens of products with S.
#include <querent/spectral/label_spreading.hpp>

#include <cmath>
#include <stdexcept>

#include <Eigen/Core>

namespace querent {

namespace {

using Eigen::VectorXd;

class Spreading {
 public:
  Spreading(const Graph& graph, double alpha) : graph_(graph), alpha_(alpha) {
    root_.resize(static_cast<Eigen::Index>(graph.num_nodes()));
    for (Node i = 0; i < graph.num_nodes(); ++i) {
      const double degree = graph.degree(i);
      root_[i] = degree > 0 ? 1 / std::sqrt(degree) : 0;
    }
  }

  // (I − α S) x
  VectorXd operator()(const VectorXd& x) const {
    const VectorXd scaled = root_.cwiseProduct(x);
    VectorXd y = x;
    for (Node i = 0; i < graph_.num_nodes(); ++i) {
      const auto neighbours = graph_.neighbours(i);
      const auto weights = graph_.weights(i);
      double sum = 0;
      for (std::size_t k = 0; k < neighbours.size(); ++k) {
        sum += (weights.empty() ? 1.0 : weights[k]) * scaled[neighbours[k]];
      }
      y[i] -= alpha_ * root_[i] * sum;
    }
    return y;
  }

 private:
  const Graph& graph_;
  double alpha_;
  VectorXd root_;  // D^{−1/2}
};

VectorXd solve(const Spreading& A, const VectorXd& y, double tolerance) {
  constexpr int kMaxSteps = 10'000;
  VectorXd f = VectorXd::Zero(y.size()), r = y, p = y;
  double square = r.squaredNorm();
  const double enough = tolerance * tolerance * square;
  for (int step = 0; step < kMaxSteps && square > enough; ++step) {
    const VectorXd Ap = A(p);
    const double a = square / p.dot(Ap);
    f += a * p;
    r -= a * Ap;
    const double next = r.squaredNorm();
    p = r + next / square * p;
    square = next;
  }
  return f;
}

}  // namespace

std::vector<int> spread_labels(const Graph& graph, std::span<const int> labels, int num_classes,
                               const LabelSpreadingOptions& options) {
  if (labels.size() != graph.num_nodes())
    throw std::invalid_argument(
        "spread_labels: one label a node is needed, negative where unknown");
  if (!(options.alpha > 0 && options.alpha < 1 && options.tolerance > 0))
    throw std::invalid_argument("spread_labels: 0 < alpha < 1 and tolerance > 0 are needed");
  const Spreading A(graph, options.alpha);
  const auto n = static_cast<Eigen::Index>(labels.size());
  std::vector<int> predicted(labels.size(), 0);
  VectorXd best = VectorXd::Zero(n);
  for (int k = 0; k < num_classes; ++k) {
    VectorXd y = VectorXd::Zero(n);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == k) y[static_cast<Eigen::Index>(i)] = 1;
    }
    const VectorXd f = solve(A, y, options.tolerance);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (f[i] <= best[i]) continue;
      best[i] = f[i];
      predicted[static_cast<std::size_t>(i)] = k;
    }
  }
  return predicted;
}

}  // namespace querent
