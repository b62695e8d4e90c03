// SPDX-License-Identifier: Apache-2.0
// CSPA: the cost-sensitive passive-aggressive update; with the query rules `margin`, `random` and
// `decaying` it is CSPAA, CSRND and CSPAA(a).
//
// Lu, Zhao, Hoi, Online Passive-Aggressive Active Learning, Machine Learning 103, 2016, §5.2,
// Eqs. (9)–(11) and Algorithm 4.
//
//   ρ = η_p T_n / (η_n T_p) to maximise the sum η_p·sensitivity + η_n·specificity,
//   ρ = c_p / c_n to minimise the cost c_p M_p + c_n M_n
//   w_1 = 0
//   for t = 1, …, T
//     p_t = w_t·x_t;  ŷ_t = sgn(p_t)
//     if asked:
//       ρ_t = ρ if y_t = +1, else 1
//       ℓ_t = max(0, ρ_t − y_t p_t)                                                        (9)
//       τ_t = min(C, ℓ_t / ‖x_t‖²)
//       w_{t+1} = w_t + τ_t y_t x_t                                                        (11)
//
// Deviation: the paper assumes ‖x_t‖ = 1; the division gives the same minimisation for other rows.
#pragma once

#include <stdexcept>
#include <vector>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/linear/grow.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of CostSensitivePassiveAggressive.
struct CostSensitivePassiveAggressiveParams {
  double C = 1, rho = 1;

  template <class Self, class Each>
  static void params(Self& self, Each&& each) {
    each("C", self.C, kPositive, "C, maximum step; the theorems need C ≥ ρ");
    each("rho", self.rho, kPositive,
         "ρ, cost of a false negative relative to a false positive: η_p T_n/(η_n T_p) for the "
         "weighted sum, c_p/c_n for the cost");
  }
};

class CostSensitivePassiveAggressive {
 public:
  using Params = CostSensitivePassiveAggressiveParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "CSPA"}; }

  explicit CostSensitivePassiveAggressive(std::size_t dim = 0,
                                          CostSensitivePassiveAggressiveParams params = {})
      : how_({.form = Aggressiveness::Form::kLinear, .C = valid(params, "CSPA").C}),
        rho_(params.rho),
        w_(dim) {}

  template <Row X>
  Prediction predict(const X& x) const {
    return predict_from_sign(dot(w_, x));
  }

  template <Row X>
  bool update(const X& x, int label, double weight = 1) {
    const double y = sign_of(label), rho_t = label == 1 ? rho_ : 1;
    const double loss = rho_t - y * dot(w_, x);  // ℓ_t                      (9)
    const double tau = step_size(weighed(how_, weight), loss, squared_norm(x));  // τ_t
    if (tau == 0) return false;
    grow(w_, x.dim());
    add_scaled(w_, tau * y, x);  // w_{t+1} = w_t + τ_t y_t x_t                              (11)
    return true;
  }

  const std::vector<double>& weights() const { return w_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("CSPA");
    field("how", self.how_);
    field.same("rho", self.rho_);
    field("w", self.w_);
  }

 private:
  Aggressiveness how_;
  double rho_;
  std::vector<double> w_;
};
static_assert(OnlineLearner<CostSensitivePassiveAggressive, DenseRow> &&
              OnlineLearner<CostSensitivePassiveAggressive, SparseRow>);

}  // namespace querent
