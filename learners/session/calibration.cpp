// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/calibration.hpp>

#include <algorithm>
#include <cmath>

namespace querent {

namespace {

constexpr double kFirst = 6;  // t_0

// The derivative of the objective in θ = log t.
double slope(std::span<const LabelledScores> known, double theta, double sigma) {
  const double t = std::exp(theta);
  double sum = -(theta - std::log(kFirst)) / (sigma * sigma);
  for (const auto& [f, y] : known) {
    const std::vector<double> p = probabilities(f, t);
    double mean = 0;
    for (std::size_t k = 0; k < f.size(); ++k) mean += p[k] * f[k];
    sum += t * (f[static_cast<std::size_t>(y)] - mean);
  }
  return sum;
}

}  // namespace

double inverse_temperature(std::span<const LabelledScores> known, double sigma) {
  constexpr int kHalvings = 20;  // of log t within ±4 of log t_0: gives t to 1e-5
  double low = std::log(kFirst) - 4, high = std::log(kFirst) + 4;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    (slope(known, middle, sigma) > 0 ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

std::vector<double> probabilities(std::span<const double> f, double t) {
  std::vector<double> p(f.begin(), f.end());
  if (p.empty()) return p;
  const double top = *std::max_element(p.begin(), p.end());
  double sum = 0;
  for (double& p_k : p) sum += p_k = std::exp(t * (p_k - top));
  for (double& p_k : p) p_k /= sum;
  return p;
}

NodeScores softmax_rows(NodeScores F, double t) {
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    if (F.row(i).isZero(0)) continue;
    const std::vector<double> f(F.row(i).begin(), F.row(i).end());
    std::ranges::copy(probabilities(f, t), F.row(i).begin());
  }
  return F;
}

std::vector<double> scores_of(const DatasetView& examples, const LearnerValue& learner,
                              std::uint32_t i) {
  std::vector<double> f(static_cast<std::size_t>(examples.num_classes), 0);
  at_row(i, [&] {
    if (learner.solves()) {
      std::ranges::copy(learner.class_scores(examples.row(i)), f.begin());
    } else {
      const Prediction p = learner.predict(examples.row(i));
      f[static_cast<std::size_t>(p.label)] = p.margin;
    }
  });
  return f;
}

}  // namespace querent
