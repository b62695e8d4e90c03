// SPDX-License-Identifier: Apache-2.0
// MPA, MPA-I and MPA-II: the passive-aggressive update of K prototypes; with the query rule
// `margin` they are MPAA, MPAA-I and MPAA-II.
//
// Crammer et al., Online Passive-Aggressive Algorithms, JMLR 7, 2006; Lu, Zhao, Hoi, Machine
// Learning 103, 2016, §4, Eqs. (3) and (4).
//
//   w^1 = … = w^K = 0
//   for t = 1, …, T
//     ŷ_t = argmax_r w^r·x_t
//     if asked:
//       s_t = argmax_{r ≠ y_t} w^r·x_t
//       ℓ_t = max(0, 1 − w^{y_t}·x_t + w^{s_t}·x_t)
//       τ_t = ℓ_t / (2‖x_t‖²),  min(C, ℓ_t / (2‖x_t‖²))  or  ℓ_t / (2‖x_t‖² + 1/(2C))       (4)
//       w^{y_t} ← w^{y_t} + τ_t x_t,  w^{s_t} ← w^{s_t} − τ_t x_t                           (3)
//
// For rows with several labels Y_t (§8 of Crammer et al.) y_t is the relevant label that is ranked
// last and s_t the irrelevant one that is ranked first, as defined in label_ranking.hpp.
#pragma once

#include <span>
#include <vector>

#include <querent/learners/label_ranking.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/linear/aggressiveness.hpp>
#include <querent/learners/multiclass/class_table.hpp>

namespace querent {

class MPassiveAggressive {
 public:
  using Params = Aggressiveness;
  static constexpr UpdateCard card(const Params& how = {}) {
    return {.words = name_of(how.form, "MPA", "MPA-I", "MPA-II")};
  }

  MPassiveAggressive(std::size_t dim, int num_classes, Aggressiveness how = {})
      : how_(valid(how, "passive-aggressive")), w_(dim, num_classes), f_(w_.num_classes()) {}

  Prediction predict(const Row auto& x) const {
    w_.scores(x, f_);
    return predict_from_scores(f_);
  }

  bool update(const Row auto& x, int y, double weight = 1) {
    w_.scores(x, f_);
    const int s = best_rival(f_, y);
    const double loss = 1 - f_[static_cast<std::size_t>(y)] + f_[static_cast<std::size_t>(s)];
    return move(x, y, s, loss, weight);
  }

  /// f_1(x), …, f_K(x); valid until the next call.
  std::span<const double> scores(const Row auto& x) const {
    w_.scores(x, f_);
    return f_;
  }

  /// Update for a row with the labels Y: y is the relevant label ranked last, s the irrelevant one
  /// ranked first.
  bool update(const Row auto& x, LabelSet Y) {
    const LabelMargin margin = label_margin(scores(x), Y);
    return margin.exists() && move(x, margin.r, margin.s, margin.loss(), 1);
  }

  const ClassTable& weights() const { return w_; }

  static void fields(auto& self, auto&& field) {
    field.is("MPA");
    field("how", self.how_);
    field("w", self.w_);
  }

 private:
  bool move(const Row auto& x, int y, int s, double loss, double weight) {
    const double tau = step_size(weighed(how_, weight), loss, 2 * squared_norm(x));  //     (4)
    if (tau == 0) return false;
    w_.grow(x.dim());
    w_.add(y, tau, x);   // w^y ← w^y + τ x                                                 (3)
    w_.add(s, -tau, x);  // w^s ← w^s − τ x
    return true;
  }

  Aggressiveness how_;
  ClassTable w_;
  mutable std::vector<double> f_;
};

}  // namespace querent
