// SPDX-License-Identifier: Apache-2.0
// The rules of D-ADA, D-AMD and of their -I forms: the margin minus a bonus for rare features.
//
// Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022, §3.3, Algorithm 1 (lines 5–6) and Remark
// 3; with more than two classes Eqs. (8) and (9).
//
//   q_t = |p_t| − ½ η a_t v_t,  v_t = x_tᵀ H_{t−1}⁻¹ x_t
//   P(Q_t = 1) = b / (b + max(0, q_t))
//
//   a_t = 0                     the rule `margin`      (Remark 3, case 1)
//   a_t = 1                     `discriminative-I`     (case 2)
//   a_t = 1 / max(1, x_tᵀx_t)   `discriminative`       (case 3)
#pragma once

#include <algorithm>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// q_t, with a_t = 1 or 1 / max(1, xᵀx).
inline double discriminative_margin(const Prediction& p, double eta, bool by_length) {
  const double a = by_length ? 1 / std::max(1.0, p.squared_norm) : 1;
  return p.margin - 0.5 * eta * a * p.uncertainty;
}

class DiscriminativeQuery {
 public:
  /// a_t = 1, or 1 / max(1, xᵀx).
  enum class Weight { kOne, kByLength };

  struct Params {
    double b = 1, eta = AdaptiveParams{}.eta;
    Weight a = Weight::kByLength;  ///< a_t: selects the rule

    static void params(auto& self, auto&& each) {
      each("b", self.b, kPositive, "b: the larger, the more labels");
      each("eta", self.eta, kPositive, "η of the learner");
    }
  };

  explicit DiscriminativeQuery(Params params) : params_(valid(params, "discriminative")) {}

  double probability(const Prediction& p) const {
    const double q = discriminative_margin(p, params_.eta, params_.a == Weight::kByLength);
    return params_.b / (params_.b + std::max(0.0, q));
  }

  static void fields(auto& self, auto&& field) {
    field.is("discriminative");
    same_params(self.params_, field);
    field.same("a", self.params_.a);
  }

 private:
  Params params_;
};

}  // namespace querent
