// SPDX-License-Identifier: Apache-2.0
// Mistake bounds from theorems: the maximum number of mistakes of a learner, whatever the rows, in
// terms of any fixed classifier that it is compared with.
//
//   Lu, Zhao, Hoi, Machine Learning 103, 2016, with ℓ_t(w) = max(0, 1 − y_t w·x_t), ‖x_t‖ ≤ R:
//     PA, PAA      E[M] ≤ R²/4 (δ + 1/δ + 2) ‖w‖²  where all ℓ_t(w) = 0                (Theorem 1)
//     PA-I, PAA-I  E[M] ≤ max(1/C, R²)/δ {((δ+1)/2)² ‖w‖² + (δ+1) C Σ ℓ_t(w)}          (Theorem 2)
//     PA-II, PAA-II E[M] ≤ (R² + 1/2C)/δ ((δ+1)/2)² {‖w‖² + 2C Σ ℓ_t(w)²}              (Theorem 3)
//   for δ ≥ 1; a learner that asks for all labels has the bound of δ = 1.
//   With the rule δ/(δ + 1 + |p|), δ > 0, and δ/2 + 1 instead of (δ+1)/2:
//     PAA          E[M] ≤ R² (δ/4 + 1/δ + 1) ‖w‖²        where all ℓ_t(w) = 0          (Theorem 4, -I and -II "omitted")
//     MPA, MPAA    the same with ‖(x_t, −x_t)‖² = 2‖x_t‖² ≤ R², ‖w‖² = Σ_r ‖w^r‖² and
//                  ℓ_t = max(0, 1 − w^y·x_t + max_{s≠y} w^s·x_t)                       (Theorem 5, "skipped" for -I, -II)
//                  The paper requires δ ≤ 1; its proof needs (δ − p_t)/2 ≥ 0 if 0 ≤ p_t < 1, so δ ≥ 1.
//     CSPA, CSPAA  E[Σ ρ_t M_t] ≤ B = max(1, R²)/δ {((δ+1)/2)² ‖w‖² + (δ+1) C Σ max(0, ρ_t − y_t w·x_t)}  (Theorem 6)
//                  for C ≥ ρ ≥ 1; the paper has R = 1. So E[M] ≤ B, E[cost] ≤ c_n B for ρ = c_p/c_n (Theorem 8)
//                  and E[sum] ≥ 1 − η_n/T_n B for ρ = η_p T_n/(η_n T_p)                (Theorem 7)
//   Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006, the perceptron that asks by b/(b + |p|):
//     E[M] ≤ (1 + R²/2b) Σ ℓ_t(w) + (2b + R²)²/8b ‖w‖²
//   Yang, UAI 2016, Theorem 1, CMOG with labels as margins, A from the rounds that it learned from:
//     M ≤ Σ ℓ_t(U) + h/2 tr(Uᵀ A U) + 1/h Σ_mistakes r_t/(1 + r_t)
//   which is least at h = √(2 Σ r/(1+r) / tr(Uᵀ A U)).
//   CMOG-Q and MSG, with h of the query rule:
//     κ_t = K r_t/(1 + r_t)
//     D = {t: Θ_t ≤ 0}, V = {t: MSG was right and learned from t}
//     E[M] ≤ Σ ℓ_t(U) + h/2 tr(Uᵀ A U) + 1/2h Σ_{D, mistakes} κ_t                   (Theorem 3)
//     E[M] ≤ Σ_learnt ℓ_t(U) + h/2 tr(Uᵀ A U) + 1/h Σ_D κ_t − |V|                   (Theorem 5)
//   Zhai et al., Machine Learning 111, 2022, Theorem 1, b ≥ 2, sums over the rounds learned from:
//     D-ADA  E[M] ≤ Σ ℓ_t(w) + 1/2ηb ‖b w‖²_{H_T} + η/2b Σ (1 − a_t [q_t > 0]) ‖x_t‖² by H_{t−1}⁻¹
//                   − 1/b Σ_{q_t ≤ 0} L_t,    L_t: right, with a margin below 1
//     D-AMD  the same by H_t⁻¹, and for ‖b w‖² by H_T: δ ‖b w‖² + Σ ‖b w − w_t‖² by H_t − H_{t−1}
//     MD-ADA, MD-AMD  the same summed over the classes, ℓ_t as of MPA, and instead of ‖x_t‖² by H⁻¹ the
//                   sum of those of y_t and of its rival                               (Theorem 2)
//   The paper bounds the norms by H further, as by ‖w‖²_∞ tr(H_T), so that these bounds are lower.
//   Zhao, Hoi, Jin, JMLR 12, 2011, Theorem 4, DUOL with κ(x, x) ≤ 1 and C ≥ 1:
//     M ≤ ‖f‖² + 2C Σ ℓ(y_i f(x_i)) − G,    G = ρ²/2 M_w(ρ) + (1+ρ)/(1−ρ) M_s(ρ)
//   M_w, M_s: mistakes with a weak and a strong double update, 0 ≤ ρ < 1.
//   Theorem 7, M-DUOL with 0 ≤ κ ≤ 1 and C ≥ 1, ℓ as of MPA:
//     M ≤ 2 Σ_r ‖f_r‖² + 4C Σ ℓ(f; (x_i, y_i)) − G
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <querent/learners/linear/aggressiveness.hpp>

namespace querent {

/// The losses of a fixed classifier on the rows that a learner saw.
struct Comparator {
  double squared_norm = 0;    ///< ‖w‖²
  double hinge = 0;           ///< Σ ℓ_t(w)
  double squared_hinge = 0;   ///< Σ ℓ_t(w)²
  double squared_radius = 0;  ///< R², the largest ‖x_t‖²

  void add_loss(double loss) {
    hinge += loss;
    squared_hinge += loss * loss;
  }
  /// Scales a w whose margins are at least `margin` to the length at which it has no loss.
  void lengthen(double margin) {
    squared_norm /= margin * margin;
    hinge = squared_hinge = 0;
  }
};

/// The query rule of a passive-aggressive learner: δ/(δ + |p|) or δ/(δ + 1 + |p|).
enum class MarginRule { kMargin, kMarginPlusOne };

/// The factor by which the proofs scale w.
inline double compared_length(double delta, MarginRule rule) {
  return rule == MarginRule::kMargin ? (delta + 1) / 2 : delta / 2 + 1;
}

/// Returns nullopt if the theorem does not apply: δ < 1 with the first rule, or PA with a
/// comparator that has a loss.
inline std::optional<double> passive_aggressive_bound(const Aggressiveness& how, double delta,
                                                      const Comparator& w,
                                                      MarginRule rule = MarginRule::kMargin) {
  if (!(delta >= (rule == MarginRule::kMargin ? 1 : 0)) || delta == 0) return std::nullopt;
  const double length = compared_length(delta, rule), square = length * length;
  switch (how.form) {
    case Aggressiveness::Form::kHard:
      if (w.hinge > 0) return std::nullopt;
      return w.squared_radius * square / delta * w.squared_norm;
    case Aggressiveness::Form::kLinear:
      return std::max(1 / how.C, w.squared_radius) / delta *
             (square * w.squared_norm + 2 * length * how.C * w.hinge);
    case Aggressiveness::Form::kSquared:
      return (w.squared_radius + 1 / (2 * how.C)) / delta * square *
             (w.squared_norm + 2 * how.C * w.squared_hinge);
  }
  return std::nullopt;
}

/// The δ at which the bound of PAA-I is smallest.
inline double best_delta(double C, const Comparator& w) {
  return std::sqrt(1 + 4 * C * w.hinge / w.squared_norm);
}

/// B; nullopt for δ < 1 or unless C ≥ ρ ≥ 1. `w` holds the losses for ρ.
inline std::optional<double> cost_sensitive_bound(double C, double rho, double delta,
                                                  const Comparator& w) {
  if (!(delta >= 1 && rho >= 1 && C >= rho)) return std::nullopt;
  const double quarter = (delta + 1) * (delta + 1) / 4;
  return std::max(1.0, w.squared_radius) / delta *
         (quarter * w.squared_norm + (delta + 1) * C * w.hinge);
}

inline double margin_perceptron_bound(double b, const Comparator& w) {
  const double R2 = w.squared_radius;
  return (1 + R2 / (2 * b)) * w.hinge + (2 * b + R2) * (2 * b + R2) / (8 * b) * w.squared_norm;
}

/// `energy` = tr(Uᵀ A U), `uncertainty` = Σ r_t/(1 + r_t) over the mistakes.
inline double cmog_bound(double hinge, double energy, double uncertainty) {
  return hinge + std::sqrt(2 * energy * uncertainty);
}

/// `hinge` over all rounds, `uncertainty` = Σ κ_t over the mistakes among rounds with Θ ≤ 0.
inline double cmog_query_bound(double h, double hinge, double energy, double uncertainty) {
  return hinge + h / 2 * energy + uncertainty / (2 * h);
}

/// `hinge` over the rounds learned from, `uncertainty` = Σ κ_t over those with Θ ≤ 0, `right` =
/// |V|.
inline double msg_bound(double h, double hinge, double energy, double uncertainty, double right) {
  return hinge + h / 2 * energy + uncertainty / h - right;
}

/// `distance` = ‖b w‖² by H, or its counterpart for mirror descent; `unexplained` = the last sum
/// but one; `right` = Σ L_t. Returns nullopt for b < 2.
inline std::optional<double> adaptive_bound(double b, double eta, double hinge, double distance,
                                            double unexplained, double right) {
  if (!(b >= 2)) return std::nullopt;
  return hinge + distance / (2 * eta * b) + eta / (2 * b) * unexplained - right / b;
}

/// G, for ρ < 1: the reduction of the bounds of Theorems 4 and 7 by double updates.
inline double double_update_gain(double rho, double weak, double strong) {
  return rho * rho / 2 * weak + (1 + rho) / (1 - rho) * strong;
}

/// Returns nullopt for C < 1.
inline std::optional<double> duol_bound(double C, const Comparator& f, double gain = 0) {
  if (!(C >= 1)) return std::nullopt;
  return f.squared_norm + 2 * C * f.hinge - gain;
}

/// Returns nullopt for C < 1.
inline std::optional<double> m_duol_bound(double C, const Comparator& f, double gain = 0) {
  if (!(C >= 1)) return std::nullopt;
  return 2 * f.squared_norm + 4 * C * f.hinge - gain;
}

}  // namespace querent
