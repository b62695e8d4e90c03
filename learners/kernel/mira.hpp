// SPDX-License-Identifier: Apache-2.0
// MIRA: the margin infused relaxed algorithm, its quadratic program solved exactly.
//
// Crammer, Singer: Ultraconservative Online Algorithms for Multiclass Problems, JMLR 3, 2003,
// Figure 4.
//
//   f_0 ≠ 0 ∈ R^K
//   for t = 1, …, T
//     receive x_t, rank the labels by f_{t−1}(x_t), receive Y_t
//     if the ranking is wrong:
//       τ = argmin ½ Σ_i ‖f_{t−1,i} + τ_i κ(x_t, ·)‖²
//           over τ_r ≥ 0 for r ∈ Y_t,  τ_s ≤ 0 for s ∉ Y_t,  Σ_i τ_i = 0,  Σ_{r ∈ Y_t} τ_r ≤ 1
//       f_{t,i} = f_{t−1,i} + τ_i κ(x_t, ·)
//
// With one relevant label these are the paper's constraints, τ_i ≤ δ_{y,i} and Σ τ_i = 0. The form
// for label sets is ours: a mass of at most 1 moves from irrelevant to relevant labels. With b_i =
// f_i(x_t) / κ(x_t, x_t), the moved mass m raises the lowest relevant scores to one level and
// lowers the highest irrelevant scores to another:
//
//   τ_r = max(0, low − b_r),  τ_s = −max(0, b_s − high),  Σ_r τ_r = −Σ_s τ_s = m
//
// Mass moves until the levels meet, or m = 1. Sorting gives both cases exactly.
//
// The paper starts from any f_0 ≠ 0, since the program never leaves 0. Here f_0 = 0, and if the
// program moves no mass because the wrongly ordered labels are all tied, the mass 1 is distributed
// evenly over them, as in Uniform.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <querent/learners/kernel/kernel_model.hpp>

namespace querent {

/// The τ of MIRA's quadratic program.
class MiraProgram {
 public:
  /// `num_labels` is K ≥ 2, the size of τ.
  explicit MiraProgram(std::size_t num_labels) : tau_(num_labels) {
    relevant_.reserve(num_labels);
    irrelevant_.reserve(num_labels);
  }

  /// τ for scores f and k = κ(x, x) > 0; valid until the next call.
  std::span<const double> solve(std::span<const double> f, LabelSet Y, double k) {
    relevant_.clear();
    irrelevant_.clear();
    const auto b = [&](int i) { return f[static_cast<std::size_t>(i)] / k; };
    for_each_label(
        static_cast<int>(f.size()), Y, [&](int r) { relevant_.push_back(b(r)); },
        [&](int s) { irrelevant_.push_back(-b(s)); });
    std::sort(relevant_.begin(), relevant_.end());
    std::sort(irrelevant_.begin(), irrelevant_.end());  // negated: the highest come first
    double low = level(relevant_, 1), high = -level(irrelevant_, 1);
    if (low > high) low = high = meeting_level();
    std::fill(tau_.begin(), tau_.end(), 0.0);
    if (low <= relevant_.front()) return distribute_evenly(f, Y);
    for_each_label(
        static_cast<int>(f.size()), Y,
        [&](int r) { tau_[static_cast<std::size_t>(r)] = std::max(0.0, low - b(r)); },
        [&](int s) { tau_[static_cast<std::size_t>(s)] = -std::max(0.0, b(s) - high); });
    return tau_;
  }

 private:
  /// θ with Σ max(0, θ − v_i) = mass, for ascending v.
  static double level(const std::vector<double>& v, double mass) {
    double sum = 0;
    for (std::size_t m = 0; m < v.size(); ++m) {
      sum += v[m];
      const double theta = (mass + sum) / static_cast<double>(m + 1);
      if (m + 1 == v.size() || theta <= v[m + 1]) return theta;
    }
    return std::numeric_limits<double>::infinity();
  }

  /// Moves mass 1 from the irrelevant labels with the highest score to the relevant labels with the
  /// lowest score.
  std::span<const double> distribute_evenly(std::span<const double> f, LabelSet Y) {
    const LabelMargin m = label_margin(f, Y);
    const auto score = [&](int i) { return f[static_cast<std::size_t>(i)]; };
    double sources = 0, targets = 0;
    for_each_label(
        static_cast<int>(f.size()), Y, [&](int r) { targets += score(r) == score(m.r); },
        [&](int s) { sources += score(s) == score(m.s); });
    for_each_label(
        static_cast<int>(f.size()), Y,
        [&](int r) {
          tau_[static_cast<std::size_t>(r)] = score(r) == score(m.r) ? 1 / targets : 0;
        },
        [&](int s) {
          tau_[static_cast<std::size_t>(s)] = score(s) == score(m.s) ? -1 / sources : 0;
        });
    return tau_;
  }

  /// θ with Σ_r max(0, θ − b_r) = Σ_s max(0, b_s − θ): while some irrelevant score lies above θ,
  /// the mean of the lowest m relevant and the highest n irrelevant scores is the level.
  double meeting_level() const {
    std::size_t m = 0, n = 0;
    double sum = 0;
    for (;;) {
      const double theta = m + n == 0 ? 0 : sum / static_cast<double>(m + n);
      const bool more_relevant = m < relevant_.size() && (m == 0 || relevant_[m] < theta);
      const bool more_irrelevant = n < irrelevant_.size() && (n == 0 || -irrelevant_[n] > theta);
      if (more_relevant) {
        sum += relevant_[m++];
      } else if (more_irrelevant) {
        sum -= irrelevant_[n++];
      } else {
        return theta;
      }
    }
  }

  std::vector<double> relevant_, irrelevant_, tau_;
};

template <class Support = SupportSet<>>
class Mira : public KernelClasses<Mira<Support>, Support> {
  using Base = KernelClasses<Mira<Support>, Support>;
  using Base::f_;

 public:
  static constexpr UpdateCard card() { return {.words = "margin infused"}; }

  explicit Mira(int num_classes, Support support = Support{}, SupportBudget budget = {})
      : Base(num_classes, std::move(support), budget), program_(f_.num_outputs()) {}

  using Base::update;
  bool update(const auto& x, LabelSet Y) {
    const std::span<const double> f = f_.scores(x);
    const double k = f_.support().self(x);
    if (!label_margin(f, Y).mistake() || !(k > 0)) return false;
    const std::span<const double> tau = program_.solve(f, Y, k);
    f_.add(f_.make_room(), x, tau);
    return true;
  }

  static void fields(auto& self, auto&& field) {
    field.is("MIRA");
    field("f", self.f_);
  }

 private:
  MiraProgram program_;
};

}  // namespace querent
