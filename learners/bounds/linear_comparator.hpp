// SPDX-License-Identifier: Apache-2.0
// The classifier that a bound compares a learner with: a linear support vector machine, since the
// bounds are weighted sums of ‖w‖² and the losses of w,
//
//   min ½ Σ_k H_k w_k² + c Σ ℓ_t(w)    or    min ½ Σ_k H_k w_k² + c Σ ℓ_t(w)²
//
// by dual coordinate descent (Hsieh et al., ICML 2008), with ℓ_t = max(0, ρ_t − y_t w·x_t), where
// ρ_t is ρ for the positive class, else 1. The bound holds for every w; this w makes it low.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <querent/learners/linear/mistake_bounds.hpp>
#include <querent/learners/session/dataset_view.hpp>

namespace querent {

/// y_t w·x_t of row i.
inline double signed_margin(const DatasetView& examples, std::span<const double> w,
                            std::uint32_t i) {
  const double p = examples.with_row(i, [&](const auto& x) { return dot(w, x); });
  return examples.labels[i] == 1 ? p : -p;
}

inline double rho_of(const DatasetView& examples, std::uint32_t i, double rho) {
  return examples.labels[i] == 1 ? rho : 1;
}

/// c is the weight of the losses, which may be squared; H defaults to 1.
inline std::vector<double> linear_machine(const DatasetView& examples, double c, bool squared,
                                          std::span<const double> H = {}, double rho = 1) {
  constexpr int kEpochs = 30;
  std::vector<double> w(examples.dim), alpha(examples.stream.size()), norm;  // norm: ‖x_t‖² in the
                                                                             // norm of H⁻¹
  const auto scale = [&](std::size_t k) { return H.empty() ? 1 : 1 / H[k]; };
  for (const std::uint32_t i : examples.stream) {
    double sum = 0;
    examples.with_row(i, [&](const auto& x) {
      for_each_nonzero(x, w.size(),
                       [&](std::size_t k, double x_k) { sum += x_k * x_k * scale(k); });
    });
    norm.push_back(sum);
  }
  const double ridge = squared ? 1 / (2 * c) : 0;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    for (std::size_t t = 0; t < alpha.size(); ++t) {
      if (norm[t] == 0) continue;
      const std::uint32_t i = examples.stream[t];
      const double slope =
          signed_margin(examples, w, i) - rho_of(examples, i, rho) + ridge * alpha[t];
      double next = std::max(0.0, alpha[t] - slope / (norm[t] + ridge));
      if (!squared) next = std::min(next, c);
      const double step = (next - alpha[t]) * (examples.labels[i] == 1 ? 1 : -1);
      alpha[t] = next;
      if (step == 0) continue;
      examples.with_row(i, [&](const auto& x) {
        for_each_nonzero(x, w.size(),
                         [&](std::size_t k, double x_k) { w[k] += step * x_k * scale(k); });
      });
    }
  }
  return w;
}

/// The cost of w on all rows. With `parting`, a w that separates the classes is scaled until it has
/// no loss.
inline Comparator cost_of(const DatasetView& examples, std::span<const double> w,
                          bool parting = false, double rho = 1) {
  Comparator cost;
  for (const double value : w) cost.squared_norm += value * value;
  double least = 1;
  for (const std::uint32_t i : examples.stream) {
    cost.squared_radius = std::max(
        cost.squared_radius, examples.with_row(i, [](const auto& x) { return squared_norm(x); }));
    const double margin = signed_margin(examples, w, i),
                 loss = std::max(0.0, rho_of(examples, i, rho) - margin);
    least = std::min(least, margin);
    cost.add_loss(loss);
  }
  if (parting && least > 0) cost.lengthen(least);
  return cost;
}

inline Comparator linear_comparator(const DatasetView& examples, double c, bool squared,
                                    bool parting = false, double rho = 1) {
  return cost_of(examples, linear_machine(examples, c, squared, {}, rho), parting, rho);
}

}  // namespace querent
