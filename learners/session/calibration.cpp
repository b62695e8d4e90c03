// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/calibration.hpp>

#include <algorithm>
#include <cmath>

#include <querent/learners/learner.hpp>

namespace querent {

namespace {

constexpr double kFirst = 6;      // t_0
constexpr double kTiny = 1e-12;  // of a probability whose logarithm is taken

// The slope in θ = log t of what is to be greatest.
double slope(std::span<const LabelledScores> known, double theta, const SharpnessParams& params) {
  const double t = std::exp(theta);
  double sum = -(theta - std::log(kFirst)) / (params.spread * params.spread);
  for (const auto& [f, y, weight] : known) {
    const std::vector<double> p = probabilities(f, t);
    double mean = 0;
    for (std::size_t k = 0; k < f.size(); ++k) mean += p[k] * f[k];
    const double said = (1 - params.slips) * p[static_cast<std::size_t>(y)];
    const double slip = params.slips / static_cast<double>(f.size());
    const double meant = slip > 0 ? said / (said + slip) : 1;  // how probably it is no slip
    sum += weight * meant * t * (f[static_cast<std::size_t>(y)] - mean);
  }
  return sum;
}

// What is to be greatest at θ = log t, but for a constant.
double likelihood(std::span<const LabelledScores> known, double theta,
                  const SharpnessParams& params, const CoveredItems& covered) {
  const double t = std::exp(theta), off = (theta - std::log(kFirst)) / params.spread;
  double sum = -off * off / 2;
  for (const auto& [f, y, weight] : known) {
    const double p = probabilities(f, t)[static_cast<std::size_t>(y)];
    sum += weight *
           std::log((1 - params.slips) * p + params.slips / static_cast<double>(f.size()) + kTiny);
  }
  if (covered.items.rows() == 0) return sum;
  const double A = mean_of_greatest(covered.items, t);
  return sum + covered.right * std::log(A) + covered.wrong * std::log(1 - A + kTiny);
}

}  // namespace

double sharpness(std::span<const LabelledScores> known, const SharpnessParams& params) {
  constexpr int kHalvings = 20;  // of a span of log t that is e^±4 wide: t to 1e-5
  double low = std::log(kFirst) - 4, high = std::log(kFirst) + 4;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = (low + high) / 2;
    (slope(known, middle, params) > 0 ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

double mean_of_greatest(const NodeScores& items, double t) {
  double sum = 0;
  for (Eigen::Index i = 0; i < items.rows(); ++i) {
    const auto f = items.row(i).array();
    sum += 1 / (t * (f - f.maxCoeff())).exp().sum();
  }
  return sum / static_cast<double>(items.rows());
}

// The sum need not be concave: the best of a grid, then golden section beside it.
double sharpness(std::span<const LabelledScores> known, const SharpnessParams& params,
                 const CoveredItems& covered) {
  constexpr double kSpan = 4, kStep = 0.25, kGolden = 0.6180339887498949;
  constexpr int kSections = 22;  // of two steps: log t to 1e-5
  const auto at = [&](double theta) { return likelihood(known, theta, params, covered); };
  double best = std::log(kFirst), greatest = at(best);
  for (double off = -kSpan; off <= kSpan; off += kStep) {
    const double theta = std::log(kFirst) + off, value = at(theta);
    if (value > greatest) {
      greatest = value;
      best = theta;
    }
  }
  double low = best - kStep, high = best + kStep;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double of_left = at(left), of_right = at(right);
  for (int k = 0; k < kSections; ++k) {
    if (of_left > of_right) {
      high = right;
      right = left;
      of_right = of_left;
      of_left = at(left = high - kGolden * (high - low));
    } else {
      low = left;
      left = right;
      of_left = of_right;
      of_right = at(right = low + kGolden * (high - low));
    }
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

}  // namespace querent
