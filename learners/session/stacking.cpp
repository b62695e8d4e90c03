// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/stacking.hpp>

#include <cmath>
#include <vector>

namespace querent {

namespace {

constexpr std::size_t kFewest = 16;  // answers
constexpr int kShares = 10;
constexpr double kFirstRidge = 0.01;  // ε
constexpr double kRounding = 1e-9;

struct Known {
  Eigen::RowVectorXd f;
  int label = 0;
};

// The least −Σ log softmax(t f)_y + t² ridge/2 over t ≥ 0: convex in t, by Newton's steps between
// bounds, from the t that is given on. Leaves the best there.
double least_loss(const std::vector<Known>& known, double ridge, double& t) {
  constexpr int kMostSteps = 60;
  constexpr double kEnough = 1e-10;
  double low = 0, high = 1e6, loss = 0;
  Eigen::RowVectorXd e;
  for (int step = 0; step < kMostSteps; ++step) {
    double slope = ridge * t, curvature = ridge;
    loss = ridge * t * t / 2;
    for (const auto& [f, y] : known) {
      const double top = f.maxCoeff();
      e = (t * (f.array() - top)).exp();
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
  std::vector<Known> known;
  for (const auto& [item, label] : answers) known.push_back({.f = {}, .label = label});
  double best = 0, least = 0, t = 1;
  for (int step = 0; step <= kShares; ++step) {
    const double w = static_cast<double>(step) / kShares;
    for (std::size_t l = 0; l < known.size(); ++l)
      known[l].f = (1 - w) * first.row(answers[l].item) + w * second.row(answers[l].item);
    const double loss = least_loss(known, kFirstRidge * (1 - w) * (1 - w) + w * w, t);
    // In a = t (1 − w) and b = t w this is convex. So over w it falls and then rises, and nowhere
    // lies above a = b = 0, of which many w may have no better than.
    if (step > 0 && loss > least + kRounding * least) break;
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
