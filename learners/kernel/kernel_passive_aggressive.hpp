// SPDX-License-Identifier: Apache-2.0
// kPA-I and kPA-II: passive-aggressive learning in the space of a kernel.
//
// Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms, JMLR 7,
// 2006, Figure 1 and §3.1.
//
//   f_0 = 0
//   for t = 1, …, T
//     receive x_t, predict ŷ_t = sgn f_{t−1}(x_t), receive y_t
//     ℓ_t = max(0, 1 − y_t f_{t−1}(x_t))
//     τ_t = min(C, ℓ_t / κ(x_t, x_t))           PA-I
//         = ℓ_t / (κ(x_t, x_t) + 1/(2C))        PA-II
//     f_t = f_{t−1} + τ_t y_t κ(x_t, ·)
#pragma once

#include <algorithm>

#include <querent/learners/kernel/kernel_model.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// kPA-I and kPA-II.
enum class PassiveAggressiveForm { kOne, kTwo };

/// Parameters, by their letters in the pseudo-code above.
struct KernelPassiveAggressiveParams {
  double C = 5;
  PassiveAggressiveForm form = PassiveAggressiveForm::kOne;  ///< how C bounds the step

  static void params(auto& self, auto&& each) {
    each("C", self.C, kPositive, "C, weight of the loss relative to the change of f");
  }
};

template <class Support = SupportSet<>>
class KernelPassiveAggressive : public KernelBinary<Support> {
 public:
  using Params = KernelPassiveAggressiveParams;
  static constexpr UpdateCard card(const Params& params = {}) {
    return {.words = params.form == PassiveAggressiveForm::kOne ? "kernel PA-I" : "kernel PA-II"};
  }

  explicit KernelPassiveAggressive(Support support = Support{},
                                   KernelPassiveAggressiveParams params = {},
                                   SupportBudget budget = {})
      : KernelBinary<Support>(std::move(support), budget), params_(valid(params, "kPA")) {}

  bool update(const auto& x, int label) {
    const double y = sign_of(label);
    const double loss = std::max(0.0, 1 - y * f_.score(x));  // ℓ_t
    if (loss == 0) return false;
    const double k = f_.support().self(x), C = params_.C;
    const double tau = params_.form == PassiveAggressiveForm::kOne
                           ? std::min(C, loss / k)
                           : loss / (k + 1 / (2 * C));  // τ_t
    f_.add(f_.make_room(), x, tau * y);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("kPA");
    field.same("C", self.params_.C);
    field.same("form", self.params_.form);
    field("f", self.f_);
  }

 private:
  using KernelBinary<Support>::f_;
  KernelPassiveAggressiveParams params_;
};

}  // namespace querent
