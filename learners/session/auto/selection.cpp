// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/selection.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <querent/spectral/dense.hpp>

namespace querent {

namespace {

using Eigen::Index;

// Points of the sum that replaces the integral over t; more points have no effect.
constexpr std::size_t kTemperatures = 25;
constexpr double kHottest = 1, kColdest = 40;
constexpr std::array<double, 5> kQuantiles{0.1, 0.3, 0.5, 0.7, 0.9};

double temperature_at(std::size_t j) {
  return kHottest * std::pow(kColdest / kHottest,
                             static_cast<double>(j) / static_cast<double>(kTemperatures - 1));
}

double log_sum(std::span<const double> logs) {
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  return most + std::log(sum);
}

// log p(t_j, ε_e) + log likelihood, for all j and e; `each`: the likelihoods of the answers, a column
// per j and e.
std::vector<double> joint(const Eigen::MatrixXd& mu, std::span<const int> y,
                          const AutoParams& params, Eigen::MatrixXd* each = nullptr) {
  const Index m = mu.rows(), C = mu.cols();
  std::vector<double> prior(kTemperatures);
  for (std::size_t j = 0; j < kTemperatures; ++j) {
    const double z =
        (std::log(temperature_at(j)) - std::log(params.temperature)) / params.temperature_spread;
    prior[j] = -z * z / 2;
  }
  const double norm = log_sum(prior);
  // μ_i − μ_i,y: then P(y) = 1 / Σ_k exp(t (μ_k − μ_y))
  Eigen::ArrayXXd gap(m, C);
  for (Index i = 0; i < m; ++i)
    gap.row(i) = mu.row(i).array() - mu(i, y[static_cast<std::size_t>(i)]);
  if (each != nullptr)
    each->resize(m, static_cast<Index>(kTemperatures * params.label_noises.size()));
  std::vector<double> logs;
  for (std::size_t j = 0; j < kTemperatures; ++j) {
    const Eigen::ArrayXd p = (temperature_at(j) * gap).min(700).exp().rowwise().sum().inverse();
    for (std::size_t e = 0; e < params.label_noises.size(); ++e) {
      const double noise = params.label_noises[e], weight = params.label_noise_prior[e];
      const Eigen::ArrayXd likelihood = (1 - noise) * p + noise / static_cast<double>(C);
      if (each != nullptr) each->col(static_cast<Index>(logs.size())) = likelihood;
      logs.push_back(prior[j] - norm + std::log(weight) + likelihood.log().sum());
    }
  }
  return logs;
}

// log p_i of each answer, over the posterior of t and ε.
Eigen::ArrayXd log_each(const Eigen::MatrixXd& mu, std::span<const int> y,
                        const AutoParams& params) {
  Eigen::MatrixXd each;
  const std::vector<double> logs = joint(mu, y, params, &each);
  const Eigen::Map<const Eigen::ArrayXd> log_p(logs.data(), static_cast<Index>(logs.size()));
  return (each * (log_p - log_sum(logs)).exp().matrix()).array().log();
}

// K = G Gᵀ with GᵀG = diag(values): from the m × m matrix K or from the D × D matrix ΦᵀΦ.
struct Axes {
  Eigen::MatrixXd G;
  Eigen::VectorXd values;
};

Axes axes_of(const Eigen::MatrixXd& features, Posterior::Form form) {
  if (form == Posterior::Form::kPrimal) {
    const spectral::SymmetricPairs pairs = spectral::symmetric_pairs(spectral::gram(features));
    return {spectral::times(features, pairs.vectors), pairs.values.cwiseMax(0)};
  }
  const spectral::SymmetricPairs pairs =
      spectral::symmetric_pairs(spectral::times(features, features.transpose()));
  const Eigen::VectorXd values = pairs.values.cwiseMax(0);
  return {pairs.vectors * values.cwiseSqrt().asDiagonal(), values};
}

// (3): y_i − α_i/d_i, α = (R − G Q GᵀR)/σ², d_i = (1 − Σ_j Q_j G_ij²)/σ², Q = (values + σ²)⁻¹.
Eigen::MatrixXd left_out(const Axes& axes, const Eigen::MatrixXd& squares,
                         const Eigen::MatrixXd& GR, const Eigen::MatrixXd& Y,
                         const Eigen::MatrixXd& R, double noise) {
  const Eigen::VectorXd q = (axes.values.array() + noise).inverse();
  const Eigen::MatrixXd rest = R - spectral::times(axes.G, q.asDiagonal() * GR);
  const Eigen::VectorXd d = 1 - (squares * q).array();
  return Y - d.cwiseInverse().asDiagonal() * rest;
}

Eigen::MatrixXd one_hot(std::span<const int> y, int C) {
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(static_cast<Index>(y.size()), C);
  for (std::size_t i = 0; i < y.size(); ++i) Y(static_cast<Index>(i), y[i]) = 1;
  return Y;
}

// log (n_{y_i} / (m − 1 + C)): each label by the frequencies of the others.
Eigen::ArrayXd log_null(std::span<const int> y, int C) {
  Eigen::ArrayXd count = Eigen::ArrayXd::Zero(C), log_p(static_cast<Index>(y.size()));
  for (const int k : y) ++count[k];
  for (std::size_t i = 0; i < y.size(); ++i)
    log_p[static_cast<Index>(i)] = std::log(count[y[i]] / (static_cast<double>(y.size()) - 1 + C));
  return log_p;
}

// w₀ of (4): the mean of σ(odds + z), z ~ Normal(0, V), with V the variance of the sum of `gains`.
double null_weight(double odds, const Eigen::ArrayXd& gains) {
  const auto m = static_cast<double>(gains.size());
  const double variance = (gains - gains.mean()).square().sum() * m / std::max(1.0, m - 1);
  return 1 / (1 + std::exp(-odds / std::sqrt(1 + std::numbers::pi * variance / 8)));
}

}  // namespace

std::vector<std::vector<double>> mixtures_of(const Kernels& kernels) {
  std::vector<std::vector<double>> mixtures;
  const std::size_t B = kernels.count(), near = kernels.num_near() * Kernels::kPowers;
  for (std::size_t b = 0; b < near; ++b) {
    mixtures.emplace_back(B, 0.0);
    mixtures.back()[b] = 1;
  }
  for (std::size_t s = 0; s < kernels.num_near(); ++s) {  // the mean of a source's powers
    mixtures.emplace_back(B, 0.0);
    for (std::size_t p = 0; p < Kernels::kPowers; ++p)
      mixtures.back()[s * Kernels::kPowers + p] = 1.0 / Kernels::kPowers;
  }
  // "links" at s = 2 only: its other kernels gain nothing more and double the time of a refit.
  if (near < B) {
    mixtures.emplace_back(B, 0.0);
    mixtures.back()[near + 1] = 1;
  }
  return mixtures;
}

KernelChoice prior_choice(const Kernels& kernels, const AutoParams& params) {
  KernelChoice choice{.theta = std::vector<double>(kernels.count(), 0.0),
                      .noise = params.prior_noise(),
                      .null = 0.5};
  const auto mixtures = mixtures_of(kernels);
  for (const std::vector<double>& theta : mixtures) {
    for (std::size_t b = 0; b < theta.size(); ++b)
      choice.theta[b] += theta[b] / static_cast<double>(mixtures.size());
  }
  return choice;
}

KernelSelection::KernelSelection(const Kernels& kernels, const AutoParams& params)
    : kernels_(&kernels), params_(params), mixtures_(mixtures_of(kernels)) {
  for (std::size_t h = 0; h < mixtures_.size(); ++h) {
    for (const double noise : params_.noises) cells_.push_back({h, noise});
  }
}

KernelChoice KernelSelection::choose(std::span<const std::uint32_t> at, std::span<const int> y,
                                     int C, bool prune) {
  const Eigen::MatrixXd Y = one_hot(y, C);
  log_weight_.clear();
  Eigen::MatrixXd best;  // μ of the cell of largest weight
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < cells_.size();) {
    const std::size_t h = cells_[c].mixture;
    const Eigen::MatrixXd features = kernels_->features(
        {.theta = mixtures_[h], .intercept = params_.intercept}, ItemList::of(at));
    const Axes axes = axes_of(features, Posterior::form_for(features.rows(), features.cols()));
    const Eigen::MatrixXd squares = axes.G.cwiseAbs2();
    const Eigen::MatrixXd R = Y.array() - 1.0 / C;
    const Eigen::MatrixXd GR = spectral::transposed_times(axes.G, R);
    for (; c < cells_.size() && cells_[c].mixture == h; ++c) {
      Eigen::MatrixXd mu = left_out(axes, squares, GR, Y, R, cells_[c].noise);
      log_weight_.push_back(log_prediction(mu, y, params_));
      if (log_weight_.back() <= most) continue;
      most = log_weight_.back();
      best = std::move(mu);
    }
  }
  const double structure = log_sum(log_weight_);
  const double average =
      structure - std::log(static_cast<double>(mixtures_.size() * params_.noises.size()));
  const Eigen::ArrayXd null = log_null(y, C);
  const double odds = null.sum() - average;
  KernelChoice choice{.theta = std::vector<double>(kernels_->count(), 0.0),
                      .noise = 0,
                      .null = null_weight(odds, null - log_each(best, y, params_))};
  double log_noise = 0;
  std::vector<Cell> kept;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const double w = std::exp(log_weight_[c] - structure);
    for (std::size_t b = 0; b < choice.theta.size(); ++b)
      choice.theta[b] += w * mixtures_[cells_[c].mixture][b];
    log_noise += w * std::log(cells_[c].noise);
    if (w >= params_.prune_below) kept.push_back(cells_[c]);
  }
  if (prune) cells_ = std::move(kept);
  choice.noise = std::exp(log_noise);
  return choice;
}

Eigen::MatrixXd left_out_means(const Eigen::MatrixXd& features, std::span<const int> y, int C,
                               double noise, Posterior::Form form) {
  const Eigen::MatrixXd Y = one_hot(y, C);
  const Axes axes = axes_of(features, form);
  const Eigen::MatrixXd R = Y.array() - 1.0 / C;
  return left_out(axes, axes.G.cwiseAbs2(), axes.G.transpose() * R, Y, R, noise);
}

double log_prediction(const Eigen::MatrixXd& mu, std::span<const int> y, const AutoParams& params) {
  return log_sum(joint(mu, y, params));
}

Temperature prior_temperature(const AutoParams& params) {
  return {.t = {params.temperature},
          .log_variance = params.temperature_spread * params.temperature_spread};
}

Temperature temperature_of(const Eigen::MatrixXd& mu, std::span<const int> y,
                           const AutoParams& params) {
  const std::vector<double> logs = joint(mu, y, params);
  const double norm = log_sum(logs);
  Temperature found;
  std::vector<double> below;             // distribution of t
  double sum = 0, mean = 0, square = 0;  // of log t
  for (std::size_t j = 0; j < kTemperatures; ++j) {
    const double log_t = std::log(temperature_at(j));
    for (std::size_t e = 0; e < params.label_noises.size(); ++e) {
      const double p = std::exp(logs[j * params.label_noises.size() + e] - norm);
      sum += p;
      mean += p * log_t;
      square += p * log_t * log_t;
      found.noise += p * params.label_noises[e];
    }
    below.push_back(sum);
  }
  found.log_variance = std::max(0.0, square - mean * mean);
  for (const double q : kQuantiles) {
    const auto j = static_cast<std::size_t>(std::ranges::lower_bound(below, q) - below.begin());
    found.t.push_back(temperature_at(std::min(j, kTemperatures - 1)));
  }
  return found;
}

std::vector<double> wrong_answers(const RowMatrix& P, std::span<const int> y, double noise) {
  std::vector<double> wrong;
  const double by_chance = noise / static_cast<double>(P.cols());  // ε yields this class
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double p = P(static_cast<Index>(i), y[i]);
    wrong.push_back(by_chance * (1 - p) / ((1 - noise) * p + by_chance));
  }
  return wrong;
}

}  // namespace querent
