// SPDX-License-Identifier: Apache-2.0
// The rules of D-ADA and D-AMD with b steered online, so that a given share of the labels is asked.
//
// Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022, §5.1.4 tunes b by hand until the share of
// queries fits, and Remark 4 has no bound for that share. Here b follows the step of adaptive
// conformal inference (Gibbs, Candès, NeurIPS 34, 2021, Eq. (2)) on a logarithmic scale:
//
//   q_t = |p_t| − ½ η a_t v_t                                as in discriminative.hpp
//   P_t = P(Q_t = 1) = b_t / (b_t + max(0, q_t))
//   log b_{t+1} = log b_t + κ (s − P_t)
//
// Summed over t (the telescope of their Proposition 4.1):
//
//   Σ_{t ≤ T} P_t = s T + (log b_1 − log b_{T+1}) / κ                                      (A)
//
// If 0 < q_min ≤ q_t ≤ q_max for all t, b falls wherever b_t > q_max s/(1 − s) and rises wherever
// b_t < q_min s/(1 − s), so that log b stays within κ of the interval of log b_1 and of these two, and
//
//   |1/T Σ P_t − s| ≤ (log range + κ) / (κ T)                                              (B)
//
// The number of labels differs from Σ P_t by at most √(½ T log(2/δ)) with probability 1 − δ
// (Azuma–Hoeffding). Rounds with q_t ≤ 0 are always asked, whatever b is; where they are more than a
// share s of all, the share of labels is theirs.
#pragma once

#include <cmath>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>
#include <querent/learners/param.hpp>
#include <querent/learners/query/discriminative.hpp>

namespace querent {

class SteeredQuery {
 public:
  struct Params {
    double share = 0.1, b = 1, eta = AdaptiveParams{}.eta, kappa = 0.1;

    static void params(auto& self, auto&& each) {
      each("share", self.share, kProbability, "s, target share of labels");
      each("b", self.b, kPositive, "b₁, the first value of b");
      each("eta", self.eta, kPositive, "η of the learner");
      each("kappa", self.kappa, kPositive, "κ, step size of log b");
    }
  };

  explicit SteeredQuery(Params params)
      : params_(valid(params, "steered")), log_b_(std::log(params.b)) {}

  double probability(const Prediction& p) const {
    const double q = discriminative_margin(p, params_.eta, true);
    return q > 0 ? 1 / (1 + q * std::exp(-log_b_)) : 1;
  }

  void observe(const Prediction& p, const Outcome&) {
    log_b_ += params_.kappa * (params_.share - probability(p));
  }

  double b() const { return std::exp(log_b_); }  ///< b_t of the next round

  static void fields(auto& self, auto&& field) {
    field.is("steered");
    same_params(self.params_, field);
    field("log_b", self.log_b_);
  }

 private:
  Params params_;
  double log_b_;
};

}  // namespace querent
