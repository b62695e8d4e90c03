// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/calibration.hpp>

#include <algorithm>
#include <cmath>

#include <querent/learners/learner.hpp>

namespace querent {

namespace {

constexpr double kFirst = 6;       // t_0
constexpr double kSurprise = 0.2;  // u

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

double margin_of(const LabelledScores& one) {
  return one.f.size() > 1 ? predict_from_scores(one.f).margin : 0;
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

void weigh_surprises(std::span<LabelledScores> known, std::span<const std::uint8_t> urgent) {
  if (known.empty()) return;
  std::vector<double> margins;
  for (const LabelledScores& one : known) margins.push_back(margin_of(one));
  const auto middle = margins.begin() + static_cast<std::ptrdiff_t>((margins.size() - 1) / 2);
  std::nth_element(margins.begin(), middle, margins.end());
  for (std::size_t l = 0; l < known.size(); ++l) {
    if (urgent[l] != 0 && margin_of(known[l]) > *middle) known[l].weight = kSurprise;
  }
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
