// SPDX-License-Identifier: Apache-2.0
// MDA: dual averaging with adaptive subgradients for K classes; with the query rules `margin`,
// `discriminative` and `discriminative-I` it is MM-ADA, MD-ADA and MD-ADA-I.
//
// Zhai, Koriche, Gao, Zhu, Li, Machine Learning 111, 2022, §4.2, Eq. (5) and Algorithm 2.
//
//   w^(k) = 0, H^(k) = δ I for every class k
//   for t = 1, 2, …
//     ŷ_t = argmax_k w^(k)·x_t
//     if asked:
//       r_t = argmax_{k ≠ y_t} w^(k)·x_t
//       if 1 + w^(r_t)·x_t − w^(y_t)·x_t > 0:  g^(r_t) = x_t,  g^(y_t) = −x_t
//       H^(k) = δ I + diag(s^(k)),  s^(k)_i = ‖g^(k)_{1:t,i}‖₂
//       w^(k) = −η H^(k)⁻¹ Σ g^(k)                                                          (5)
//
// §6 asks for several labels per row. With a set Y_t of relevant labels the loss is that of ranking
// them before the others (label_ranking.hpp): y_t is the relevant label ranked last and r_t the
// irrelevant one ranked first. With one label this is the algorithm above.
#pragma once

#include <span>
#include <vector>

#include <querent/learners/label_ranking.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/multiclass/class_adaptive_scale.hpp>

namespace querent {

class MDualAveraging {
 public:
  using Params = AdaptiveParams;
  static constexpr UpdateCard card(const Params& = {}) {
    return {.words = "multiclass dual averaging", .second_order = true};
  }

  MDualAveraging(std::size_t dim, int num_classes, AdaptiveParams params = {})
      : params_(params),
        w_(dim, num_classes),
        g_(dim, num_classes),
        H_(dim, num_classes, params),
        f_(w_.num_classes()) {}

  template <Row X>
  Prediction predict(const X& x) const {
    return H_.predict(w_, x, f_);
  }

  template <Row X>
  bool update(const X& x, int y, double weight = 1) {
    w_.scores(x, f_);
    return learn_pair(x, y, best_rival(f_, y), weight);
  }

  /// Learns that the labels Y go before all others.
  template <Row X>
  bool update(const X& x, LabelSet Y) {
    w_.scores(x, f_);
    const LabelMargin m = label_margin(f_, Y);
    return m.exists() && learn_pair(x, m.r, m.s, 1);
  }

  /// predict() and, in `f`, w^(k)·x of every class k; valid until the next call.
  template <Row X>
  Prediction predict_labels(const X& x, std::span<const double>& f) const {
    f = f_;
    return predict(x);
  }

  const ClassTable& weights() const { return w_; }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field.is("MDA");
    field.same("eta", self.params_.eta);
    field("w", self.w_);
    field("g", self.g_);
    field("H", self.H_);
    field.must(self.H_.dim() == self.w_.dim() && self.g_.dim() == self.w_.dim());
  }

 private:
  // y goes before r.
  template <Row X>
  bool learn_pair(const X& x, int y, int r, double weight) {
    if (1 + f_[static_cast<std::size_t>(r)] - f_[static_cast<std::size_t>(y)] <= 0) return false;
    w_.grow(x.dim());
    g_.grow(x.dim());
    H_.grow(x.dim());
    for_each_nonzero(x, x.dim(), [&](std::size_t i, double x_i) {
      move(i, r, weight * x_i);   // g^(r) = x
      move(i, y, -weight * x_i);  // g^(y) = −x
    });
    return true;
  }

  void move(std::size_t i, int k, double g_i) {
    g_(i, k) += g_i;
    w_(i, k) = -params_.eta * H_.absorb(i, k, g_i) * g_(i, k);  // w = −η H⁻¹ Σ g          (5)
  }

  AdaptiveParams params_;
  ClassTable w_, g_;
  ClassAdaptiveScale H_;
  mutable std::vector<double> f_;
};
static_assert(OnlineLearner<MDualAveraging, DenseRow> && OnlineLearner<MDualAveraging, SparseRow>);

}  // namespace querent
