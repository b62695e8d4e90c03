// SPDX-License-Identifier: Apache-2.0
// The optimization (1) of double updating, and its multiclass form (5).
//
// Zhao, Hoi, Jin: Double Updating Online Learning, JMLR 12, 2011, Lemma 1, Propositions 2 and 5.
//
//   max  h(γ_a, d) = γ_a ℓ_a + d ℓ_b − ½ k_a γ_a² − ½ k_b d² − w_ab γ_a d            (1)
//   over 0 ≤ γ_a ≤ C,  −γ̂_b ≤ d ≤ C − γ̂_b
//
// (5) is the same with 2 k_a and 2 k_b instead of k_a and k_b.
//
// Propositions 2 and 5 list four of the nine places where the maximum can lie; under their
// assumptions (ℓ_a, ℓ_b ≥ 0, w_ab ≤ 0, k_a, k_b > 0) the other five cannot occur. A random
// auxiliary example violates the assumptions, and with k_a k_b = w_ab² the fourth case is
// undefined. This code tries all places: h is concave, so its maximum is either the stationary
// point inside the box or the best point of an edge, which is the clipped maximum of a parabola.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace querent {

/// The letters of (1).
struct DoubleUpdateProblem {
  double loss_a = 0;   ///< ℓ_a ≥ 0
  double loss_b = 0;   ///< ℓ_b
  double k_a = 1;      ///< κ(x_a, x_a) ≥ 0
  double k_b = 1;      ///< κ(x_b, x_b) ≥ 0
  double w_ab = 0;     ///< w_ab² ≤ k_a k_b
  double C = 1;        ///< > 0
  double gamma_b = 0;  ///< γ̂_b ∈ [0, C]

  /// h(γ_a, d), the increase of the dual objective.
  double ascent(double gamma_a, double d) const {
    return gamma_a * loss_a + d * loss_b - 0.5 * k_a * gamma_a * gamma_a - 0.5 * k_b * d * d -
           w_ab * gamma_a * d;
  }
};

struct DoubleUpdate {
  double gamma_a = 0;  ///< γ_a
  double d = 0;        ///< d_γb = γ_b − γ̂_b
};

/// argmax over [low, high] of ℓ z − ½ k z².
inline double maximise_parabola(double loss, double k, double low, double high) {
  if (k > 0) return std::clamp(loss / k, low, high);
  return loss > 0 ? high : low;
}

/// The maximum of (1).
inline DoubleUpdate solve_double_update(const DoubleUpdateProblem& p) {
  const double low = -p.gamma_b, high = p.C - p.gamma_b;
  const auto best_a = [&](double d) {
    return maximise_parabola(p.loss_a - p.w_ab * d, p.k_a, 0, p.C);
  };
  const auto best_d = [&](double gamma_a) {
    return maximise_parabola(p.loss_b - p.w_ab * gamma_a, p.k_b, low, high);
  };

  // the cases of Propositions 2 and 5 in their order, then the edges left out by these
  std::array<DoubleUpdate, 5> place = {
      {{p.C, best_d(p.C)}, {best_a(high), high}, {}, {best_a(low), low}, {0, best_d(0)}}};
  const double determinant = p.k_a * p.k_b - p.w_ab * p.w_ab;
  place[2] = place[0];
  if (determinant > 0) {
    const double gamma_a = (p.k_b * p.loss_a - p.w_ab * p.loss_b) / determinant;
    const double d = (p.k_a * p.loss_b - p.w_ab * p.loss_a) / determinant;
    if (gamma_a >= 0 && gamma_a <= p.C && d >= low && d <= high) place[2] = {gamma_a, d};
  }
  return *std::ranges::max_element(place, [&](const DoubleUpdate& left, const DoubleUpdate& right) {
    return p.ascent(left.gamma_a, left.d) < p.ascent(right.gamma_a, right.d);
  });
}

/// γ_a first as if it were alone, then d for that γ_a ("DUOL_iter"; Shalev-Shwartz, Singer,
/// Machine Learning 69, 2007).
inline DoubleUpdate solve_double_update_in_turn(const DoubleUpdateProblem& p) {
  const double gamma_a = maximise_parabola(p.loss_a, p.k_a, 0, p.C);
  return {gamma_a,
          maximise_parabola(p.loss_b - p.w_ab * gamma_a, p.k_b, -p.gamma_b, p.C - p.gamma_b)};
}

/// Raises both weights by `step`, as far as the box allows ("DUOL_appr").
inline DoubleUpdate step_double_update(const DoubleUpdateProblem& p, double step) {
  return {std::min(step, p.C), std::min(step, p.C - p.gamma_b)};
}

/// How the weights of a double update are computed.
enum class DoubleUpdateSolver { kExact, kInTurn, kApproximate };

/// The weights by `solver`; `step` is used by the approximate solver only.
inline DoubleUpdate solve_double_update(const DoubleUpdateProblem& p, DoubleUpdateSolver solver,
                                        double step) {
  switch (solver) {
    case DoubleUpdateSolver::kInTurn:
      return solve_double_update_in_turn(p);
    case DoubleUpdateSolver::kApproximate:
      return step_double_update(p, step);
    case DoubleUpdateSolver::kExact:
      break;
  }
  return solve_double_update(p);
}

/// Whether a support vector may be updated along with the new example. The approximate weights come
/// from Theorems 1 and 5, so they need the assumption of these theorems, f^i ≤ 0. The other solvers
/// need f^i ≤ 1 up to rounding: updates often leave f^i at 1, and rounding must not decide which
/// example is used next.
inline bool may_be_auxiliary(double margin, DoubleUpdateSolver solver) {
  return solver == DoubleUpdateSolver::kApproximate ? margin <= 0 : margin <= 1 + 1e-9;
}

/// argmax of gain(i) over i < n, the first among equals; n where every gain is −∞.
std::size_t best_of(std::size_t n, auto&& gain) {
  std::size_t best = n;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    const double g = gain(i);
    if (g > most) {
      most = g;
      best = i;
    }
  }
  return best;
}

/// Counts of the updates that appear in the bounds of Theorems 4 and 7.
struct DoubleUpdateCounts {
  std::size_t mistakes = 0;  ///< M, among the labels seen
  std::size_t strong = 0;    ///< M_d^s(ρ): mistakes with a strong double update
  std::size_t weak = 0;      ///< M_d^w(ρ): mistakes with a weak one
  std::size_t doubles = 0;   ///< all double updates, also after margin errors
};

}  // namespace querent
