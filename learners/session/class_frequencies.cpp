// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/class_frequencies.hpp>

#include <algorithm>
#include <cmath>

namespace querent {

namespace {

constexpr std::size_t kFewestToTell = 16, kFewestAClass = 2;  // answers
constexpr double kPrior = 3, kEachAnswer = 0.1;               // c and b
constexpr double kDoubtful = 0.1;           // of what is left, where answers say the opposite
constexpr double kSharpest = 60;            // most t″
constexpr double kWorth = 3, kTrust = 0.5;  // of t″
constexpr double kWidePrior = 3;            // of t: hardly any

using Counts = Eigen::RowVectorXd;

Counts logs_of_shares(const Counts& counts) {
  const double all = counts.sum() + static_cast<double>(counts.size());
  return ((counts.array() + 1) / all).log().matrix();
}

std::size_t class_of(const LabelledScores& one) {
  return static_cast<std::size_t>(one.label);
}

// Σ log softmax(t f_l + log π)_{y_l}, which is concave in t, and its slope; π of the other answers.
struct Beside {
  double value = 0, slope = 0;
};

Beside beside(std::span<const LabelledScores> known, const Counts& counts, double t) {
  Beside sum;
  for (const LabelledScores& one : known) {
    const Eigen::Map<const Eigen::RowVectorXd> f(one.f.data(), counts.size());
    Eigen::RowVectorXd p = t * f + logs_of_shares(counts - Counts::Unit(counts.size(), one.label));
    const double top = p.maxCoeff(), meant = p[one.label] - top;
    p = (p.array() - top).exp();
    const double all = p.sum();
    sum.value += meant - std::log(all);
    sum.slope += f[one.label] - p.dot(f) / all;
  }
  return sum;
}

// t′
double best_beside(std::span<const LabelledScores> known, const Counts& counts) {
  constexpr int kHalvings = 30;
  const Beside none = beside(known, counts, 0);
  if (none.slope <= 0) return 0;
  double low = 0, high = kSharpest;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    (beside(known, counts, middle).slope > 0 ? low : high) = middle;
  }
  const double gain = beside(known, counts, low).value - none.value;
  return gain > kWorth ? kTrust * (1 - kWorth / gain) * low : 0;
}

}  // namespace

std::optional<double> outdone_by_frequencies(std::span<const LabelledScores> held_back,
                                             double right, bool words) {
  const std::size_t L = held_back.size();
  if (L < kFewestToTell || L < kFewestAClass * held_back.front().f.size()) return std::nullopt;
  Counts counts = Counts::Zero(static_cast<Eigen::Index>(held_back.front().f.size()));
  for (const LabelledScores& one : held_back) ++counts[one.label];
  const double t = sharpness(held_back, {.spread = kWidePrior});
  const auto answers = static_cast<double>(L), K = static_cast<double>(counts.size());
  double by_scores = 0, by_frequencies = 0;
  for (const LabelledScores& one : held_back) {
    by_scores += std::log(probabilities(one.f, t)[class_of(one)]);
    by_frequencies += std::log(counts[one.label] / (answers - 1 + K));
  }
  const double without_graph = std::max(by_frequencies, -answers * std::log(K));
  if (by_scores >= without_graph + kPrior + kEachAnswer * answers) return std::nullopt;
  const bool clearly = by_scores < without_graph - kPrior;
  const double share = std::exp(logs_of_shares(counts).maxCoeff()),
               enough = share + (clearly ? kDoubtful * (1 - share) : 0);
  if (right >= enough || (words && !clearly)) return std::nullopt;
  return best_beside(held_back, counts);
}

NodeScores with_frequencies(const NodeScores& F, std::span<const Answer> answers, double t) {
  Counts counts = Counts::Zero(F.cols());
  for (const Answer& answer : answers) ++counts[answer.label];
  return (t * F).rowwise() + logs_of_shares(counts);
}

}  // namespace querent
