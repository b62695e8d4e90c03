// SPDX-License-Identifier: Apache-2.0
// ROMMA and agg-ROMMA: the relaxed online maximum margin algorithm.
//
// Li, Long: The Relaxed Online Maximum Margin Algorithm, NIPS 1999; Machine Learning 46, 2002,
// Figures 1 and 2.
//
//   w_0 = 0
//   for t = 1, …, T
//     receive x_t, predict ŷ_t = sgn p_t, p_t = w_{t−1}·x_t, receive y_t
//     ROMMA: on ŷ_t ≠ y_t, agg-ROMMA: on y_t p_t < 1
//       w_t = argmin ‖w‖  subject to  y_t w·x_t ≥ 1  and  w·w_{t−1} ≥ ‖w_{t−1}‖²
//
// which is, with X = ‖x_t‖² and W = ‖w_{t−1}‖²,
//   both constraints tight:   w_t = c w_{t−1} + d x_t
//                             c = (X W − y p) / (X W − p²),   d = W (y − p) / (X W − p²)
//   y p ≥ X W, or W = 0:      w_t = y x_t / X        the second constraint then holds by itself
//
// If x_t lies on the line of w_{t−1} on its wrong side (X W = p², y p < 0), no w satisfies both
// constraints. The paper assumes separable data and omits this case; here w_t = y x_t / X.
#pragma once

#include <querent/learners/kernel/kernel_model.hpp>
#include <querent/learners/param.hpp>

namespace querent {

/// Selects ROMMA or agg-ROMMA.
struct RommaParams {
  bool aggressive = false;  ///< agg-ROMMA: moves whenever the margin is below 1

  static void params(auto&, auto&&) {}
};

template <class Support = SupportSet<>>
class Romma : public KernelBinary<Support> {
 public:
  using Params = RommaParams;
  static constexpr UpdateCard card(const Params& params = {}) {
    return {.words = params.aggressive ? "relaxed maximum margin, aggressive"
                                       : "relaxed maximum margin"};
  }

  explicit Romma(Support support = Support{}, RommaParams params = {}, SupportBudget budget = {})
      : KernelBinary<Support>(std::move(support), budget), params_(params) {}

  bool update(const auto& x, int label) {
    auto& w = f_;
    const double y = sign_of(label);
    double p = w.score(x);
    if (params_.aggressive ? y * p >= 1 : predict_from_sign(p).label == label) return false;
    const double X2 = w.support().self(x);  // X
    if (!(X2 > 0)) return false;
    const std::size_t place =
        w.make_room([&](std::size_t i, std::span<const double> delta, const auto& row) {
          norm2_ += 2 * delta[0] * w.value(row) + delta[0] * delta[0] * w.support().self_of(i);
        });
    if (place < w.size()) p = w.score(x);

    const double W = norm2_, gap = X2 * W - p * p;
    const double c = (X2 * W - y * p) / gap, d = W * (y - p) / gap;
    const double next = c * c * W + 2 * c * d * p + d * d * X2;  // ‖w_t‖²
    if (W > 0 && y * p < X2 * W && gap > kParallel * X2 * W && next < kLongest) {
      w.scale(c);
      w.add(place, x, d);  // w_t = c w_{t−1} + d x_t
      norm2_ = next;
    } else {
      w.clear();            // w_t does not depend on w_{t−1}
      w.add(0, x, y / X2);  // w_t = y x_t / X
      norm2_ = 1 / X2;
    }
    return true;
  }

  /// ‖w_t‖²
  double squared_norm() const { return norm2_; }

  static void fields(auto& self, auto&& field) {
    field.is("ROMMA");
    field.same("aggressive", self.params_.aggressive);
    field("w", self.f_);
    field("norm2", self.norm2_);
  }

 private:
  using KernelBinary<Support>::f_;
  static constexpr double kParallel = 1e-12;  ///< X W − p² below this share of X W is rounding
  static constexpr double kLongest = 1e200;   ///< a larger ‖w‖² means inseparable labels
  RommaParams params_;
  double norm2_ = 0;
};

}  // namespace querent
