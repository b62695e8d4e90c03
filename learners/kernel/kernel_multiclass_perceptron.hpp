// SPDX-License-Identifier: Apache-2.0
// Max, Uniform and Prop: multiclass and multilabel perceptrons in the space of a kernel.
//
// Crammer, Singer: Ultraconservative Online Algorithms for Multiclass Problems, JMLR 3, 2003, §4
// (one label); Crammer, Singer: A Family of Additive Online Algorithms for Category Ranking, JMLR
// 3, 2003, Figure 3 (label sets).
//
//   f_0 = 0 ∈ R^K
//   for t = 1, …, T
//     receive x_t, rank the labels by f_{t−1}(x_t), receive Y_t
//     if the ranking is wrong:
//       E = {(r, s): r ∈ Y_t, s ∉ Y_t, f_s ≥ f_r}, the pairs in the wrong order
//       α_rs = 1 at the worst pair, 0 elsewhere                    Max
//            = 1 / |E|                                             Uniform
//            = (f_s − f_r) / Σ_E (f_s − f_r)                       Prop; Uniform where all are ties
//       f_{t,i} = f_{t−1,i} + τ_i κ(x_t, ·),  τ_r = Σ_s α_rs,  τ_s = −Σ_r α_rs
#pragma once

#include <vector>

#include <querent/learners/kernel/kernel_model.hpp>

namespace querent {

/// α_rs: how the pairs in the wrong order share the update.
enum class PairWeights { kMax, kUniform, kProportional };

template <class Support = SupportSet<>>
class KernelMulticlassPerceptron
    : public KernelClasses<KernelMulticlassPerceptron<Support>, Support> {
  using Base = KernelClasses<KernelMulticlassPerceptron<Support>, Support>;
  using Base::f_;

 public:
  static constexpr UpdateCard card(PairWeights weights = PairWeights::kMax) {
    switch (weights) {
      case PairWeights::kMax:
        return {.words = "kernel perceptron, max-score"};
      case PairWeights::kUniform:
        return {.words = "kernel perceptron, uniform"};
      case PairWeights::kProportional:
        return {.words = "kernel perceptron, proportional"};
    }
    return {};
  }

  explicit KernelMulticlassPerceptron(int num_classes, Support support = Support{},
                                      PairWeights weights = PairWeights::kMax,
                                      SupportBudget budget = {})
      : Base(num_classes, std::move(support), budget), weights_(weights), tau_(f_.num_outputs()) {}

  using Base::update;
  bool update(const auto& x, LabelSet Y) {
    const std::span<const double> f = f_.scores(x);
    const LabelMargin worst = label_margin(f, Y);
    if (!worst.mistake()) return false;
    std::fill(tau_.begin(), tau_.end(), 0.0);
    if (weights_ == PairWeights::kMax) {
      add_pair(worst.r, worst.s, 1);
    } else {
      distribute(f, Y);
    }
    f_.add(f_.make_room(), x, tau_);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("kMPerceptron");
    field.same("weights", self.weights_);
    field("f", self.f_);
  }

 private:
  void add_pair(int r, int s, double alpha) {
    tau_[static_cast<std::size_t>(r)] += alpha;
    tau_[static_cast<std::size_t>(s)] -= alpha;
  }

  /// f_s − f_r ≥ 0 of the pairs of E.
  static void for_each_wrong_pair(std::span<const double> f, LabelSet Y, auto&& visit) {
    for (const int r : Y) {
      for_each_label(
          static_cast<int>(f.size()), Y, [](int) {},
          [&](int s) {
            const double gap = f[static_cast<std::size_t>(s)] - f[static_cast<std::size_t>(r)];
            if (gap >= 0) visit(r, s, gap);
          });
    }
  }

  void distribute(std::span<const double> f, LabelSet Y) {
    double size = 0, sum = 0;  // |E|, Σ_E (f_s − f_r)
    for_each_wrong_pair(f, Y, [&](int, int, double gap) {
      size += 1;
      sum += gap;
    });
    const bool uniform = weights_ == PairWeights::kUniform || sum == 0;
    for_each_wrong_pair(
        f, Y, [&](int r, int s, double gap) { add_pair(r, s, uniform ? 1 / size : gap / sum); });
  }

  PairWeights weights_;
  std::vector<double> tau_;
};

}  // namespace querent
