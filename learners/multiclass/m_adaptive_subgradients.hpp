// SPDX-License-Identifier: Apache-2.0
// MDA and MMD: dual averaging and mirror descent with adaptive subgradients for K classes; with the
// query rules `margin`, `discriminative` and `discriminative-I` they are MM-ADA, MD-ADA and
// MD-ADA-I, MM-AMD, MD-AMD and MD-AMD-I.
//
// Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022, §4.2, Eqs. (5) and (6) and Algorithm 2.
//
//   w^(k) = 0, H^(k) = δ I for every class k
//   for t = 1, 2, …
//     ŷ_t = argmax_k w^(k)·x_t
//     if asked:
//       r_t = argmax_{k ≠ y_t} w^(k)·x_t
//       if 1 + w^(r_t)·x_t − w^(y_t)·x_t > 0:  g^(r_t) = x_t,  g^(y_t) = −x_t
//       H^(k) = δ I + diag(s^(k)),  s^(k)_i = ‖g^(k)_{1:t,i}‖₂
//       MDA:  w^(k) = −η H^(k)⁻¹ Σ g^(k)                                                    (5)
//       MMD:  w^(k) ← w^(k) − η H^(k)⁻¹ g^(k)                                               (6)
//
// §6 asks for several labels per row. With a set Y_t of relevant labels the loss is that of ranking
// them before the others (label_ranking.hpp): y_t is the relevant label ranked last and r_t the
// irrelevant one ranked first. With one label this is the algorithm above.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <querent/learners/label_ranking.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/linear/adaptive_scale.hpp>
#include <querent/learners/multiclass/class_table.hpp>

namespace querent {

/// The diagonals H^(k) = δ I + diag(s^(k)), s^(k)_i = ‖g^(k)_{1:t,i}‖₂, of MDA and MMD.
class ClassAdaptiveScale {
 public:
  ClassAdaptiveScale(std::size_t dim, int num_classes, AdaptiveParams params)
      : delta_(valid(params, "adaptive subgradients").delta),
        s2_(dim, num_classes),
        inverse_(dim, num_classes, 1 / delta_),
        v_(s2_.num_classes()) {}

  /// Extends the tables to features below `dim`.
  void grow(std::size_t dim) {
    s2_.grow(dim);
    inverse_.grow(dim);
  }

  /// s_i² ← s_i² + g_i² for class k; returns 1 / H_i.
  double absorb(std::size_t i, int k, double g_i) {
    s2_(i, k) += g_i * g_i;
    return inverse_(i, k) = 1 / (delta_ + std::sqrt(s2_(i, k)));
  }

  /// ŷ and p_t (7), v_t (8) as the uncertainty, and xᵀx.
  Prediction predict(const ClassTable& w, const Row auto& x, std::span<double> f) const {
    w.scores(x, f);
    Prediction prediction = predict_from_scores(f);
    inverse_.sums(x, v_, [](double x_i) { return x_i * x_i; });  // xᵀ H^(k)⁻¹ x for every class
    const int y_hat = prediction.label, other = best_rival(v_, y_hat);
    prediction.uncertainty =
        v_[static_cast<std::size_t>(y_hat)] + v_[static_cast<std::size_t>(other)];  //     (8)
    prediction.squared_norm = squared_norm(x);
    return prediction;
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.same("delta", self.delta_);
    field("s2", self.s2_);
    if constexpr (!std::is_const_v<Self>) field.must(self.derive());
  }
  std::size_t dim() const { return s2_.dim(); }  ///< features seen so far

 private:
  bool derive() {
    const auto K = static_cast<int>(s2_.num_classes());
    inverse_ = ClassTable(s2_.dim(), K, 1 / delta_);
    for (std::size_t i = 0; i < s2_.dim(); ++i) {
      for (int k = 0; k < K; ++k) {
        if (!(s2_(i, k) >= 0)) return false;
        inverse_(i, k) = 1 / (delta_ + std::sqrt(s2_(i, k)));
      }
    }
    return true;
  }

  double delta_;
  ClassTable s2_, inverse_;
  mutable std::vector<double> v_;
};

/// MDA if it averages, else MMD.
template <bool kAverages>
class AdaptiveClasses {
 public:
  using Params = AdaptiveParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = kAverages ? "multiclass dual averaging" : "multiclass mirror descent",
            .second_order = true};
  }

  AdaptiveClasses(std::size_t dim, int num_classes, AdaptiveParams params = {})
      : params_(params),
        w_(dim, num_classes),
        g_(kAverages ? dim : 0, num_classes),
        H_(dim, num_classes, params),
        f_(w_.num_classes()) {}

  Prediction predict(const Row auto& x) const { return H_.predict(w_, x, f_); }

  bool update(const Row auto& x, int y, double weight = 1) {
    w_.scores(x, f_);
    return learn_pair(x, y, best_rival(f_, y), weight);
  }

  /// Learns that the labels Y go before all others.
  bool update(const Row auto& x, LabelSet Y) {
    w_.scores(x, f_);
    const LabelMargin m = label_margin(f_, Y);
    return m.exists() && learn_pair(x, m.r, m.s, 1);
  }

  /// predict() and, in `f`, w^(k)·x of every class k; valid until the next call.
  Prediction predict_labels(const Row auto& x, std::span<const double>& f) const {
    f = f_;
    return predict(x);
  }

  const ClassTable& weights() const { return w_; }

  static void fields(auto& self, auto&& field) {
    field.is(kAverages ? "MDA" : "MMD");
    field.same("eta", self.params_.eta);
    field("w", self.w_);
    if (kAverages) field("g", self.g_);
    field("H", self.H_);
    field.must(self.H_.dim() == self.w_.dim() && (!kAverages || self.g_.dim() == self.w_.dim()));
  }

 private:
  bool learn_pair(const Row auto& x, int y, int r, double weight) {
    if (1 + f_[static_cast<std::size_t>(r)] - f_[static_cast<std::size_t>(y)] <= 0) return false;
    w_.grow(x.dim());
    H_.grow(x.dim());
    if (kAverages) g_.grow(x.dim());
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      step(i, r, weight * x_i);   // g^(r) = x
      step(i, y, -weight * x_i);  // g^(y) = −x
    });
    return true;
  }

  /// The update of w^(k)_i with g^(k)_i = g.
  void step(std::size_t i, int k, double g) {
    if constexpr (kAverages) {
      g_(i, k) += g;
      w_(i, k) = -params_.eta * H_.absorb(i, k, g) * g_(i, k);  // w = −η H⁻¹ Σ g            (5)
    } else {
      w_(i, k) -= params_.eta * H_.absorb(i, k, g) * g;  // w^(k) ← w^(k) − η H⁻¹ g          (6)
    }
  }

  AdaptiveParams params_;
  ClassTable w_, g_;  // g_: Σ g of MDA
  ClassAdaptiveScale H_;
  mutable std::vector<double> f_;
};

using MDualAveraging = AdaptiveClasses<true>;
using MMirrorDescent = AdaptiveClasses<false>;

}  // namespace querent
