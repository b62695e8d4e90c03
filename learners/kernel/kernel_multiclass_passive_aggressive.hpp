// SPDX-License-Identifier: Apache-2.0
// kMPA-I and kMPA-II: multiclass and multilabel passive-aggressive learning in the space of a
// kernel.
//
// Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms, JMLR 7,
// 2006, §7 and §8.
//
//   f_0 = 0 ∈ R^K
//   for t = 1, …, T
//     receive x_t, rank the labels by f_{t−1}(x_t), receive Y_t
//     r, s: the relevant label ranked last and the irrelevant one ranked first
//     ℓ_t = max(0, 1 − (f_r − f_s))
//     τ_t = min(C, ℓ_t / (2 κ(x_t, x_t)))            PA-I
//         = ℓ_t / (2 κ(x_t, x_t) + 1/(2C))           PA-II
//     f_r ← f_r + τ_t κ(x_t, ·),  f_s ← f_s − τ_t κ(x_t, ·)
#pragma once

#include <algorithm>
#include <vector>

#include <querent/learners/kernel/kernel_model.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>

namespace querent {

template <class Support = SupportSet<>>
class KernelMulticlassPassiveAggressive
    : public KernelClasses<KernelMulticlassPassiveAggressive<Support>, Support> {
  using Base = KernelClasses<KernelMulticlassPassiveAggressive<Support>, Support>;
  using Base::f_;

 public:
  using Params = KernelPassiveAggressiveParams;
  static constexpr UpdateCard card(const Params& params = {.C = 10}) {
    return {.words = params.form == PassiveAggressiveForm::kOne ? "kernel MPA-I" : "kernel MPA-II"};
  }

  explicit KernelMulticlassPassiveAggressive(int num_classes, Support support = Support{},
                                             KernelPassiveAggressiveParams params = {.C = 10},
                                             SupportBudget budget = {})
      : Base(num_classes, std::move(support), budget),
        params_(valid(params, "kMPA")),
        tau_(f_.num_outputs()) {}

  using Base::update;
  bool update(const auto& x, LabelSet Y) {
    const LabelMargin margin = label_margin(f_.scores(x), Y);
    const double loss = margin.loss();  // ℓ_t
    if (loss == 0) return false;
    const double k = f_.support().self(x), C = params_.C;
    const double tau = params_.form == PassiveAggressiveForm::kOne
                           ? std::min(C, loss / (2 * k))
                           : loss / (2 * k + 1 / (2 * C));  // τ_t
    std::fill(tau_.begin(), tau_.end(), 0.0);
    tau_[static_cast<std::size_t>(margin.r)] = tau;
    tau_[static_cast<std::size_t>(margin.s)] = -tau;
    f_.add(f_.make_room(), x, tau_);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("kMPA");
    field.same("C", self.params_.C);
    field.same("form", self.params_.form);
    field("f", self.f_);
  }

 private:
  KernelPassiveAggressiveParams params_;
  std::vector<double> tau_;
};

}  // namespace querent
