// SPDX-License-Identifier: Apache-2.0
// Theorems 1, 3 and 5 of MSG's paper on the rounds of a run and the cost of a fixed U on them. U is
// the mean of a multiclass passive-aggressive classifier over a few passes, scaled to make the
// bound least.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <querent/learners/bounds/passes.hpp>
#include <querent/learners/linear/mistake_bounds.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/session/dataset_view.hpp>

namespace querent {

/// Prototypes u_1, …, u_K that are updated in every pass over the rows.
inline std::vector<std::vector<double>> class_prototypes(const DatasetView& examples) {
  constexpr int kPasses = 5;
  constexpr double kC = 1;
  const auto K = static_cast<std::size_t>(examples.num_classes);
  std::vector<std::vector<double>> u(K, std::vector<double>(examples.dim)), sum = u;
  std::vector<double> f(K);
  double t = 0;  // sum holds the steps times the round before each: mean = u − sum / t
  for (int pass = 0; pass < kPasses; ++pass) {
    for (const std::uint32_t i : examples.stream) {
      t += 1;
      const auto y = static_cast<std::size_t>(examples.labels[i]);
      examples.with_row(i, [&](const auto& x) {
        for (std::size_t k = 0; k < K; ++k) f[k] = dot(u[k], x);
        const auto s = static_cast<std::size_t>(best_rival(f, static_cast<int>(y)));
        const double loss = 1 - (f[y] - f[s]), norm = squared_norm(x);
        if (loss <= 0 || norm == 0) return;
        const double step = std::min(kC, loss / (2 * norm));
        add_scaled(u[y], step, x);
        add_scaled(u[s], -step, x);
        add_scaled(sum[y], step * (t - 1), x);
        add_scaled(sum[s], -step * (t - 1), x);
      });
    }
  }
  for (std::size_t k = 0; k < K; ++k) {
    for (std::size_t d = 0; d < u[k].size(); ++d) u[k][d] -= sum[k][d] / std::max(t, 1.0);
  }
  return u;
}

/// The sums over the rounds of a run that the theorems use.
struct GraphRounds {
  std::vector<double> all,
      learnt;  ///< u_y·m − max_{j ≠ y} u_j·m of every round, and of rounds with an update
  double energy = 0;                         ///< tr(Uᵀ A U), A of the rounds with an update
  double mistakes = 0;                       ///< Σ r/(1 + r) over the mistakes
  double certain = 0, certain_mistakes = 0;  ///< Σ κ over the rounds with Θ ≤ 0, and over mistakes
                                             ///< among them
  double right = 0;                          ///< correct rounds with an update
};

inline GraphRounds graph_rounds(const DatasetView& examples, const std::vector<PlayedRound>& played,
                                const std::vector<std::vector<double>>& U, double gamma) {
  GraphRounds sums;
  const int K = examples.num_classes;
  for (const auto& u : U) {
    for (const double value : u) sums.energy += gamma * value * value;
  }
  std::vector<double> f(U.size());
  for (const auto& [i, round] : played) {
    examples.with_row(i, [&](const auto& m) {
      for (std::size_t k = 0; k < U.size(); ++k) f[k] = dot(U[k], m);
    });
    const auto at = [&](int k) { return f[static_cast<std::size_t>(k)]; };
    const double apart = at(round.label) - at(best_rival(f, round.label));
    sums.all.push_back(apart);
    const double r = round.prediction.uncertainty, explained = r / (1 + r);
    if (round.mistake) sums.mistakes += explained;
    if (theta(round.prediction, K) <= 0) {
      sums.certain += K * explained;
      if (round.mistake) sums.certain_mistakes += K * explained;
    }
    if (!round.updated) continue;
    sums.learnt.push_back(apart);
    for (const double value : f) sums.energy += value * value;
    sums.right += !round.mistake;
  }
  return sums;
}

/// The minimum of bound(Σ ℓ(sU), tr((sU)ᵀ A sU)) over the scales s of U.
double least_over_lengths(std::span<const double> apart, double energy, auto&& bound) {
  constexpr int kShortest = -20, kLongest = 40;  // halves of powers of two
  double least = bound(static_cast<double>(apart.size()), 0.0);
  for (int k = kShortest; k <= kLongest; ++k) {
    const double s = std::exp2(0.5 * k);
    double hinge = 0;
    for (const double d : apart) hinge += std::max(0.0, 1 - s * d);
    least = std::min(least, bound(hinge, s * s * energy));
  }
  return least;
}

/// The bound of MSG (`selective`), or of CMOG, which asks by Θ or for every label, for labels encoded
/// as margins.
inline double graph_bound(bool selective, bool asks_by_theta, const GraphRounds& sums, double h) {
  if (selective)
    return least_over_lengths(sums.learnt, sums.energy, [&](double hinge, double energy) {
      return msg_bound(h, hinge, energy, sums.certain, sums.right);
    });
  return least_over_lengths(sums.all, sums.energy, [&](double hinge, double energy) {
    return asks_by_theta ? cmog_query_bound(h, hinge, energy, sums.certain_mistakes)
                         : cmog_bound(hinge, energy, sums.mistakes);
  });
}

}  // namespace querent
