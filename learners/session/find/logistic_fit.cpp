// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/logistic_fit.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

namespace querent {

namespace {

// The grid of slopes and offsets; more points have no effect. The largest offset, with which a
// score of 0 has P = 0.002 at the first slope, is for rare classes; ℓ does not need it.
constexpr int kSlopes = 15;
constexpr double kFlattest = 0.5, kSteepest = 20, kLargest = 2;

double log_likelihood_at(double slope, double offset, const LeftOut& of, double label_noise) {
  Eigen::ArrayXd z = -slope * of.target.array() * (of.prediction.array() - offset);
  if (of.addends.size() > 0) z -= of.target.array() * of.addends.array();
  return ((1 - label_noise) / (1 + z.min(700).exp()) + label_noise / 2).log().sum();
}

// Calls visit(slope, offset) at every point with an offset of at most `largest`, in steps.
void for_each_point(double largest, double step, auto&& visit) {
  for (int s = 0; s < kSlopes; ++s) {
    const double slope = kFlattest * std::pow(kSteepest / kFlattest, s / (kSlopes - 1.0));
    for (int b = 0; -1 + b * step <= largest; ++b) visit(slope, -1 + b * step);
  }
}

}  // namespace

// μ₋ᵢ = y_i − α_i/[(K + Σ)⁻¹]_ii, whose denominator is the squared length of column i of L⁻¹,
// K + Σ = L Lᵀ.
LeftOut left_out(Eigen::MatrixXd K, const Eigen::VectorXd& y, const Eigen::VectorXd& noise) {
  K.diagonal() += noise;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> llt(K);
  const Eigen::MatrixXd inverse =
      llt.matrixL().solve(Eigen::MatrixXd::Identity(K.rows(), K.cols()));
  return {.prediction = y - llt.solve(y).cwiseQuotient(inverse.colwise().squaredNorm().transpose()),
          .target = y};
}

double log_likelihood(const LeftOut& left_out, double label_noise) {
  std::vector<double> logs;
  for_each_point(1, 0.25, [&](double slope, double offset) {
    logs.push_back(log_likelihood_at(slope, offset, left_out, label_noise));
  });
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  return most + std::log(sum / static_cast<double>(logs.size()));
}

double ClassShare::at(double slope, double offset) const {
  double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    sum += 1 / (1 + std::exp(-slope * (scores[i] - offset) - addends[i]));
  const double mean = scores.empty() ? 0 : sum / static_cast<double>(scores.size());
  return (found + unread * mean) / (read + unread);
}

LogisticFit logistic_fit(const LeftOut& left_out, const ClassShare& share,
                         const FindParams& params) {
  LogisticFit fit;
  double most = -1e300;
  for_each_point(kLargest, 0.125, [&](double slope, double offset) {
    constexpr double kLeast = 1e-9;
    const double p = std::clamp(share.at(slope, offset), kLeast, 1 - kLeast);
    const double log = log_likelihood_at(slope, offset, left_out, params.label_noise) +
                       params.share[0] * std::log(p) + params.share[1] * std::log(1 - p);
    if (log <= most) return;
    most = log;
    fit = {.slope = slope, .offset = offset};
  });
  return fit;
}

}  // namespace querent
