// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/class_frequencies.hpp>

#include <cmath>
#include <vector>

namespace querent {

namespace {

constexpr std::size_t kFewestToTell = 16;  // answers
constexpr double kSharpest = 60;           // most t′
constexpr double kWidePrior = 3;           // of t: hardly any

using Counts = Eigen::RowVectorXd;

Counts logs_of_shares(const Counts& counts) {
  const double all = counts.sum() + static_cast<double>(counts.size());
  return ((counts.array() + 1) / all).log().matrix();
}

std::size_t class_of(const LabelledScores& one) {
  return static_cast<std::size_t>(one.label);
}

// The slope in t of Σ log softmax(t f_l + log π)_{y_l}, which is concave.
double slope(std::span<const LabelledScores> known, const Counts& logs, double t) {
  double sum = 0;
  for (const LabelledScores& one : known) {
    const Eigen::Map<const Eigen::RowVectorXd> f(one.f.data(), logs.size());
    Eigen::RowVectorXd p = t * f + logs;
    p = (p.array() - p.maxCoeff()).exp();
    sum += f[one.label] - p.dot(f) / p.sum();
  }
  return sum;
}

double best_beside(std::span<const LabelledScores> known, const Counts& logs) {
  constexpr int kHalvings = 30;
  double low = 0, high = kSharpest;
  if (slope(known, logs, low) <= 0) return 0;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    (slope(known, logs, middle) > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::optional<double> outdone_by_frequencies(std::span<const LabelledScores> held_back) {
  if (held_back.size() < kFewestToTell) return std::nullopt;
  std::vector<LabelledScores> known(held_back.begin(), held_back.end());
  Counts counts = Counts::Zero(static_cast<Eigen::Index>(known.front().f.size()));
  for (LabelledScores& one : known) {
    one.weight = 1;
    ++counts[one.label];
  }
  const double t = sharpness(known, {.spread = kWidePrior});
  const double others = static_cast<double>(known.size() - 1) + static_cast<double>(counts.size());
  double by_scores = 0, by_frequencies = 0;
  for (const LabelledScores& one : known) {
    by_scores += std::log(probabilities(one.f, t)[class_of(one)]);
    by_frequencies += std::log(counts[one.label] / others);
  }
  if (by_scores >= by_frequencies) return std::nullopt;
  return best_beside(known, logs_of_shares(counts));
}

NodeScores with_frequencies(const NodeScores& F, std::span<const Answer> answers, double t) {
  Counts counts = Counts::Zero(F.cols());
  for (const Answer& answer : answers) ++counts[answer.label];
  return (t * F).rowwise() + logs_of_shares(counts);
}

}  // namespace querent
