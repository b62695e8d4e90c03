// SPDX-License-Identifier: Apache-2.0
// ALMA_2(α): the approximate large margin algorithm for p = 2.
//
// Gentile: A New Approximate Maximal Margin Classification Algorithm, JMLR 2, 2001, Figure 1.
//
//   w_1 = 0, k = 1
//   for t = 1, …, T
//     receive x_t, x̂_t = x_t / ‖x_t‖, predict ŷ_t = sgn(w_k·x̂_t), receive y_t
//     γ_k = B / √k
//     if y_t w_k·x̂_t ≤ (1 − α) γ_k:
//       η_k = C / √k
//       w'_k = w_k + η_k y_t x̂_t
//       w_{k+1} = w'_k / max(1, ‖w'_k‖),  k ← k + 1
#pragma once

#include <cmath>
#include <numbers>

#include <querent/learners/kernel/kernel_model.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Parameters, by their letters in the pseudo-code above.
struct AlmaParams {
  double alpha = 0.9;
  double b = 2 * std::numbers::sqrt2;  ///< B = b / α
  double C = std::numbers::sqrt2;

  static void params(auto& self, auto&& each) {
    each("alpha", self.alpha, kPositiveShare,
         "α: the learner aims at (1 − α) of the maximum margin");
    each("B-alpha", self.b, kPositive, "B α: √8 in Theorem 3; 1 in Table 2 of the paper on DUOL");
    each("C", self.C, kPositive, "C, the step: √2 in Theorem 3");
  }
};

template <class Support = SupportSet<>>
class Alma : public KernelBinary<Support> {
 public:
  using Params = AlmaParams;
  static constexpr UpdateCard card(const Params& = {}) { return {.words = "ALMA_2(α)"}; }

  explicit Alma(Support support = Support{}, AlmaParams params = {}, SupportBudget budget = {})
      : KernelBinary<Support>(std::move(support), budget), params_(valid(params, "ALMA")) {}

  bool update(const auto& x, int label) {
    auto& w = f_;
    const double y = sign_of(label), length = std::sqrt(w.support().self(x));
    if (!(length > 0)) return false;
    const double root_k = std::sqrt(k_);
    const double gamma = params_.b / params_.alpha / root_k;  // γ_k
    if (y * w.score(x) / length > (1 - params_.alpha) * gamma) return false;

    const std::size_t place =
        w.make_room([&](std::size_t i, std::span<const double> delta, const auto& row) {
          norm2_ += 2 * delta[0] * w.value(row) + delta[0] * delta[0] * w.support().self_of(i);
        });
    const double eta = params_.C / root_k;  // η_k
    norm2_ += 2 * eta * y * w.score(x) / length + eta * eta;
    w.add(place, x, eta * y / length);  // w' = w + η y x̂
    if (norm2_ > 1) {
      w.scale(1 / std::sqrt(norm2_));  // w = w' / max(1, ‖w'‖)
      norm2_ = 1;
    }
    k_ += 1;
    return true;
  }

  /// ‖w_k‖² ≤ 1
  double squared_norm() const { return norm2_; }

  static void fields(auto& self, auto&& field) {
    field.is("ALMA");
    field.same("alpha", self.params_.alpha);
    field.same("b", self.params_.b);
    field.same("C", self.params_.C);
    field("w", self.f_);
    field("norm2", self.norm2_);
    field("k", self.k_);
  }

 private:
  using KernelBinary<Support>::f_;
  AlmaParams params_;
  double norm2_ = 0;
  double k_ = 1;
};

}  // namespace querent
