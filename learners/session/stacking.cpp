// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/stacking.hpp>

#include <cmath>
#include <vector>

namespace querent {

namespace {

constexpr std::size_t kFewest = 16;  // answers
constexpr int kShares = 10;
constexpr double kFirstRidge = 0.01;  // ε

struct Known {
  Eigen::RowVectorXd f;
  int label = 0;
};

// The least −Σ log softmax(t f)_y + t² ridge/2 over t ≥ 0: convex in t, by Newton's steps between
// bounds.
double least_loss(const std::vector<Known>& known, double ridge) {
  constexpr int kMostSteps = 60;
  constexpr double kEnough = 1e-10;
  double low = 0, high = 1e6, t = 1, loss = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    double slope = ridge * t, curvature = ridge;
    loss = ridge * t * t / 2;
    for (const auto& [f, y] : known) {
      const double top = f.maxCoeff();
      const Eigen::RowVectorXd e = (t * (f.array() - top)).exp();
      const double sum = e.sum(), mean = e.dot(f) / sum;
      loss += std::log(sum) - t * (f[y] - top);
      slope += mean - f[y];
      curvature += e.dot(f.cwiseProduct(f)) / sum - mean * mean;
    }
    (slope > 0 ? high : low) = t;
    double next = t - slope / curvature;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - t) <= kEnough * (1 + t)) break;
    t = next;
  }
  return loss;
}

}  // namespace

double share_of_second(const NodeScores& first, const NodeScores& second,
                       std::span<const Answer> answers) {
  if (answers.size() < kFewest) return 0.5;
  double best = 0, least = 0;
  for (int step = 0; step <= kShares; ++step) {
    const double w = static_cast<double>(step) / kShares;
    std::vector<Known> known;
    for (const auto& [item, label] : answers)
      known.push_back({(1 - w) * first.row(item) + w * second.row(item), label});
    const double loss = least_loss(known, kFirstRidge * (1 - w) * (1 - w) + w * w);
    if (step > 0 && loss >= least) continue;
    least = loss;
    best = w;
  }
  return best;
}

NodeScores stacked(const NodeScores& first, const NodeScores& second,
                   std::span<const Answer> answers) {
  const double w = share_of_second(first, second, answers);
  return (1 - w) * first + w * second;
}

}  // namespace querent
