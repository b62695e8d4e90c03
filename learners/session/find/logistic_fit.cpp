// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/logistic_fit.hpp>

#include <cmath>
#include <vector>

namespace querent {

namespace {

// The grid over which slope and offset are averaged; more points have no effect.
constexpr int kSlopes = 15, kOffsets = 9;
constexpr double kFlattest = 0.5, kSteepest = 20;

}  // namespace

LogisticFit logistic_fit(const Eigen::VectorXd& mu, const Eigen::VectorXd& y, double label_noise,
                         const Eigen::VectorXd& addends) {
  LogisticFit fit;
  std::vector<double> logs;
  double most = -1e300;
  for (int s = 0; s < kSlopes; ++s) {
    for (int b = 0; b < kOffsets; ++b) {
      const double slope = kFlattest * std::pow(kSteepest / kFlattest, s / (kSlopes - 1.0));
      const double offset = -1 + 2.0 * b / (kOffsets - 1);
      Eigen::ArrayXd z = -slope * y.array() * (mu.array() - offset);
      if (addends.size() > 0) z -= y.array() * addends.array();
      const double log = ((1 - label_noise) / (1 + z.min(700).exp()) + label_noise / 2).log().sum();
      logs.push_back(log);
      if (log <= most) continue;
      most = log;
      fit.slope = slope;
      fit.offset = offset;
    }
  }
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
  fit.log_likelihood = most + std::log(sum / static_cast<double>(logs.size()));
  return fit;
}

}  // namespace querent
