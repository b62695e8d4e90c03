// SPDX-License-Identifier: Apache-2.0
// PA, PA-I and PA-II: the passive-aggressive update; with the query rule `margin` they are PAA,
// PAA-I and PAA-II.
//
// Crammer, Dekel, Keshet, Shalev-Shwartz, Singer, Online Passive-Aggressive Algorithms, JMLR 7,
// 2006; Lu, Zhao, Hoi, Online Passive-Aggressive Active Learning, Machine Learning 103, 2016, §3,
// Eq. (1).
//
//   w_1 = 0
//   for t = 1, …, T
//     p_t = w_t·x_t;  ŷ_t = sgn(p_t)
//     if asked:
//       ℓ_t = max(0, 1 − y_t p_t)
//       τ_t = ℓ_t / ‖x_t‖²                   PA     argmin ½‖w − w_t‖²  s.t. ℓ_t(w) = 0
//             min(C, ℓ_t / ‖x_t‖²)           PA-I   argmin ½‖w − w_t‖² + C ℓ_t(w)
//             ℓ_t / (‖x_t‖² + 1/(2C))        PA-II  argmin ½‖w − w_t‖² + C ℓ_t(w)²
//       w_{t+1} = w_t + τ_t y_t x_t                                                        (1)
#pragma once

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/linear/weights.hpp>

namespace querent {

class PassiveAggressive : public LinearWeights {
 public:
  using Params = Aggressiveness;
  static constexpr UpdateCard card(const Params& how = {}) {
    return {.words = name_of(how.form, "PA", "PA-I", "PA-II")};
  }

  explicit PassiveAggressive(std::size_t dim = 0, Aggressiveness how = {})
      : LinearWeights(dim), how_(valid(how, "passive-aggressive")) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    const double y = sign_of(label);
    const double loss = 1 - y * dot(w_, x);                                      // ℓ_t
    const double tau = step_size(weighed(how_, weight), loss, squared_norm(x));  // τ_t
    if (tau == 0) return false;
    add(tau * y, x);  // w_{t+1} = w_t + τ_t y_t x_t                            (1)
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("PA");
    field("how", self.how_);
    field("w", self.w_);
  }

 private:
  Aggressiveness how_;
};

}  // namespace querent
