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
#include <stdexcept>

#include <querent/learners/learner.hpp>

namespace querent {

class SoalQuery {
 public:
  struct Params {
    double b = 1;      ///< b > 0 (the paper's δ)
    double eta = 1;    ///< η > 0 of the learner
    double gamma = 1;  ///< γ > 0 of the learner
  };

  explicit SoalQuery(Params params) : params_(params) {
    if (!(params.b > 0)) throw std::invalid_argument("SoalQuery: b > 0 is needed");
    if (!(params.eta > 0)) throw std::invalid_argument("SoalQuery: eta > 0 is needed");
    if (!(params.gamma > 0)) throw std::invalid_argument("SoalQuery: gamma > 0 is needed");
  }

  double probability(const Prediction& p) const {
    const auto [b, eta, gamma] = params_;
    const double v = p.uncertainty, q = p.margin - 0.5 * eta * gamma * v / (gamma + v);
    return b / (b + std::max(0.0, q));
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("soal");
    field.same("b", self.params_.b);
    field.same("eta", self.params_.eta);
    field.same("gamma", self.params_.gamma);
  }

 private:
  Params params_;
};
static_assert(QueryRule<SoalQuery>);

}  // namespace querent
