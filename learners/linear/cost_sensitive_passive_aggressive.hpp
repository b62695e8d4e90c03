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
// With ratio = counted, ρ = `rho` T_n / T_p, where T_n and T_p count the labels learnt so far and this
// one, each from 1 on: Proposition 1 without knowing the ratio in advance. Labels asked by a margin are
// of the rarer class more often than rows are, so that ρ is then less than that of the stream.
//
// Deviation: the paper assumes ‖x_t‖ = 1; the division gives the same minimisation for other rows.
#pragma once

#include <cstdint>

#include <querent/learners/learner.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/linear/weights.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Settings of CostSensitivePassiveAggressive.
struct CostSensitivePassiveAggressiveParams {
  enum class Ratio { kGiven, kCounted };
  double C = 1, rho = 1;
  Ratio ratio = Ratio::kGiven;

  static void params(auto& self, auto&& each) {
    each("C", self.C, kPositive, "C, maximum step; the theorems need C ≥ ρ");
    each("rho", self.rho, kPositive,
         "ρ, cost of a false negative relative to a false positive: η_p T_n/(η_n T_p) for the "
         "weighted sum, c_p/c_n for the cost");
    each("ratio", self.ratio, Choices{"given", "counted"},
         "counted: rho is η_p/η_n, and is multiplied by T_n/T_p of the labels so far");
  }
};

class CostSensitivePassiveAggressive : public LinearWeights {
 public:
  using Params = CostSensitivePassiveAggressiveParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "CSPA"}; }

  explicit CostSensitivePassiveAggressive(std::size_t dim = 0,
                                          CostSensitivePassiveAggressiveParams params = {})
      : LinearWeights(dim),
        how_({.form = Aggressiveness::Form::kLinear, .C = valid(params, "CSPA").C}),
        rho_(params.rho),
        counts_(params.ratio == Params::Ratio::kCounted) {}

  bool update(const Row auto& x, int label, double weight = 1) {
    if (counts_) ++(label == 1 ? positives_ : negatives_);
    const double y = sign_of(label), rho_t = label == 1 ? rho() : 1;
    const double loss = rho_t - y * dot(w_, x);  // ℓ_t                      (9)
    const double tau = step_size(weighed(how_, weight), loss, squared_norm(x));  // τ_t
    if (tau == 0) return false;
    add(tau * y, x);  // w_{t+1} = w_t + τ_t y_t x_t                              (11)
    return true;
  }

  double rho() const {  ///< ρ, of the labels so far where they are counted
    return counts_ ? rho_ * static_cast<double>(negatives_) / static_cast<double>(positives_)
                   : rho_;
  }

  static void fields(auto& self, auto&& field) {
    field.is(self.counts_ ? "CSPA that counts" : "CSPA");
    field("how", self.how_);
    field.same("rho", self.rho_);
    field("w", self.w_);
    if (!self.counts_) return;
    field("positives", self.positives_);
    field("negatives", self.negatives_);
    field.must(self.positives_ > 0 && self.negatives_ > 0);
  }

 private:
  Aggressiveness how_;
  double rho_;
  bool counts_;
  std::uint64_t positives_ = 1, negatives_ = 1;  // T_p and T_n, of the labels so far
};

}  // namespace querent
