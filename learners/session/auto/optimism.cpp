// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/auto/optimism.hpp>

#include <algorithm>
#include <cstddef>

namespace querent {

namespace {

using Eigen::Index;

constexpr int kDraws = 200;

int drawn_class(const Eigen::Ref<const Eigen::RowVectorXd>& p, Rng& rng) {
  double left = uniform01(rng) * p.sum();
  Index k = 0;
  while (k + 1 < p.size() && (left -= p[k]) >= 0) ++k;
  return static_cast<int>(k);
}

// P*(k_i* = y_i*) and E*[p_i,k_i*], summed over the draws.
struct Sums {
  double right = 0, expected = 0;
};

// Adds one draw. f: w_0 π* + s_i without y_i*, which would add `own` to its class: class k is
// predicted if y_i* = k and f_k + own is the largest score, else the class of the largest f.
void add_draw(const Eigen::RowVectorXd& f, double own, const Eigen::RowVectorXd& p, Sums& sums) {
  Index best = 0;
  const double most = f.maxCoeff(&best);
  double right = 0, expected = 0;
  for (Index k = 0; k < f.size(); ++k) {
    if (k != best && f[k] + own <= most) continue;
    right += p[k];
    expected += p[k] * p[k];
  }
  sums.right += right;
  sums.expected += expected + (1 - right) * p[best];
}

}  // namespace

std::vector<double> optimism(const AutoModel& model, const RowMatrix& P, Rng& rng) {
  std::vector<double> found(static_cast<std::size_t>(P.rows()), 0);
  if (P.cols() < 2) return found;
  std::vector<Index> checks;
  const std::vector<double> prior = model.class_prior();
  Eigen::RowVectorXd pi = Eigen::Map<const Eigen::RowVectorXd>(prior.data(), P.cols());
  Eigen::RowVectorXd count = Eigen::RowVectorXd::Zero(P.cols());
  for (Index i = 0; i < P.rows(); ++i) {
    const LearnedAnswer& answer = model.answer(static_cast<std::size_t>(i));
    if (!answer.even) continue;
    checks.push_back(i);
    ++count[answer.label];
  }
  const double null = model.choice().null;
  const double own = null / (static_cast<double>(checks.size()) +
                             model.params().chosen_per_class * static_cast<double>(P.cols()));
  const Eigen::RowVectorXd rest = null * pi - own * count;  // of w_0 π, without the checks
  std::vector<Sums> sums(checks.size());
  std::vector<int> y(checks.size());
  for (int draw = 0; draw < kDraws; ++draw) {
    count.setZero();
    for (std::size_t j = 0; j < checks.size(); ++j)
      ++count[y[j] = drawn_class(P.row(checks[j]), rng)];
    for (std::size_t j = 0; j < checks.size(); ++j) {
      const Eigen::RowVectorXd p = P.row(checks[j]);
      Eigen::RowVectorXd f = (p - null * pi).cwiseMax(0) + rest + own * count;
      f[y[j]] -= own;
      add_draw(f, own, p, sums[j]);
    }
  }
  for (std::size_t j = 0; j < checks.size(); ++j) {
    if (const auto& [right, expected] = sums[j]; right > 0)
      found[static_cast<std::size_t>(checks[j])] = std::max(0.0, 1 - expected / right);
  }
  return found;
}

PriorChecks prior_checks(const AutoModel& model) {
  const std::vector<double> prior = model.class_prior();
  const double weight = model.params().chosen_per_class * static_cast<double>(prior.size());
  if (prior.empty() || !(weight > 0)) return {};
  const auto k = std::ranges::max_element(prior) - prior.begin();
  double checks = 0, right = 0;
  for (std::size_t i = 0; i < model.answers(); ++i) {
    checks += model.answer(i).even;
    right += model.answer(i).even && model.answer(i).label == k;
  }
  const double pi = prior[static_cast<std::size_t>(k)],
               q = (pi * (checks + weight) - right) / weight;
  return {.doubt = 1 - pi, .wrong = 1 - q, .count = model.choice().null * weight};
}

}  // namespace querent
