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

#include <querent/learners/kernel/expansion.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>
#include <querent/learners/label_ranking.hpp>

namespace querent {

template <class Support = SupportSet<>>
class KernelMulticlassPassiveAggressive {
 public:
  using Params = KernelPassiveAggressiveParams;
  static constexpr UpdateCard card(const Params& params = {.C = 10}) {
    return {.words = params.form == PassiveAggressiveForm::kOne ? "kernel MPA-I" : "kernel MPA-II"};
  }

  explicit KernelMulticlassPassiveAggressive(int num_classes, Support support = Support{},
                                             KernelPassiveAggressiveParams params = {.C = 10},
                                             SupportBudget budget = {})
      : f_(std::move(support), budget, detail::at_least_two(num_classes)),
        params_(valid(params, "kMPA")),
        tau_(f_.num_outputs()) {}

  template <class X>
  Prediction predict(const X& x) const {
    return predict_from_scores(f_.scores(x));
  }

  template <class X>
  bool update(const X& x, int y) {
    return update(x, LabelSet(&y, 1));
  }

  template <class X>
  bool update(const X& x, LabelSet Y) {
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

  const KernelExpansions<Support>& expansion() const { return f_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("kMPA");
    field.same("C", self.params_.C);
    field.same("form", self.params_.form);
    field("f", self.f_);
  }

 private:
  KernelExpansions<Support> f_;
  KernelPassiveAggressiveParams params_;
  std::vector<double> tau_;
};

}  // namespace querent
