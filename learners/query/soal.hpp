// SPDX-License-Identifier: Apache-2.0
// The query rule of SOAL.
//
// Hao, Lu, Zhao, Zhang, Hoi, Miao, Second-Order Online Active Learning and Its Applications, TKDE
// 30, 2018.
//
//   q_t = |p_t| − ½ η γ v_t / (γ + v_t),  v_t = x_tᵀ Σ_t x_t
//   P(Q_t = 1) = b / (b + max(0, q_t))
#pragma once

#include <algorithm>

#include <querent/learners/linear/soal.hpp>
#include <querent/learners/query/parametric_rule.hpp>

namespace querent {

/// Settings of SoalQuery.
struct SoalQueryParams {
  double b = 1, eta = SoalParams{}.eta, gamma = SoalParams{}.gamma;

  static void params(auto& self, auto&& each) {
    each("b", self.b, kPositive, "δ: the larger, the more labels");
    each("eta", self.eta, kPositive, "η of the learner");
    each("gamma", self.gamma, kPositive, "γ of the learner");
  }
};

class SoalQuery : public ParametricRule<SoalQuery, SoalQueryParams> {
 public:
  static constexpr const char* kName = "soal";

  explicit SoalQuery(Params params) : ParametricRule(params) {}

  double probability(const Prediction& p) const {
    const auto& [b, eta, gamma] = params_;
    const double v = p.uncertainty, q = p.margin - 0.5 * eta * gamma * v / (gamma + v);
    return b / (b + std::max(0.0, q));
  }
};

}  // namespace querent
