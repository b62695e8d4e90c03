// SPDX-License-Identifier: Apache-2.0
// The function that minimises DUOL's bound ‖f‖² + 2C Σ ℓ(f), twice the objective of the support
// vector machine with a Gaussian kernel; computed by dual coordinate descent on the kernel of all
// pairs of rows.
#pragma once

#include <algorithm>
#include <vector>

#include <querent/learners/bounds/passes.hpp>
#include <querent/learners/kernel/kernels.hpp>
#include <querent/learners/linear/mistake_bounds.hpp>
#include <querent/learners/session/dataset_view.hpp>

namespace querent {

inline constexpr std::size_t kMostKernelRows = 4096;  // 134 MB of pairs

/// κ for all pairs of rows, N × N.
inline std::vector<double> gaussian_pairs(const DatasetView& examples, double sigma,
                                          const Pause& pause = {}) {
  const std::size_t N = examples.stream.size();
  const GaussianKernel kernel({.sigma = sigma});
  std::vector<double> G(N * N), norm(N), dense(examples.dim);
  for (std::size_t i = 0; i < N; ++i) {
    pause();
    examples.with_row(examples.stream[i], [&](const auto& x) {
      norm[i] = squared_norm(x);
      add_scaled(dense, 1, x);
    });
    for (std::size_t j = 0; j <= i; ++j) {
      const double product =
          examples.with_row(examples.stream[j], [&](const auto& z) { return dot(dense, z); });
      G[i * N + j] = G[j * N + i] = kernel(product, norm[i], norm[j]);
    }
    std::fill(dense.begin(), dense.end(), 0);
  }
  return G;
}

/// The comparator on at most kMostKernelRows rows of two classes.
inline Comparator kernel_comparator(const DatasetView& examples, double sigma, double C,
                                    const Pause& pause = {}) {
  constexpr int kEpochs = 50;
  const std::size_t N = examples.stream.size();
  const std::vector<double> G = gaussian_pairs(examples, sigma, pause);
  std::vector<double> alpha(N), f(N), y(N);
  for (std::size_t i = 0; i < N; ++i) y[i] = examples.labels[examples.stream[i]] == 1 ? 1 : -1;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    pause();
    for (std::size_t i = 0; i < N; ++i) {
      const double next = std::clamp(alpha[i] - (y[i] * f[i] - 1), 0.0, C);  // κ(x, x) = 1
      const double step = (next - alpha[i]) * y[i];
      alpha[i] = next;
      if (step == 0) continue;
      for (std::size_t j = 0; j < N; ++j) f[j] += step * G[i * N + j];
    }
  }
  Comparator cost{.squared_norm = 0, .hinge = 0, .squared_hinge = 0, .squared_radius = 1};
  for (std::size_t i = 0; i < N; ++i) {
    const double loss = std::max(0.0, 1 - y[i] * f[i]);
    cost.squared_norm += alpha[i] * y[i] * f[i];
    cost.add_loss(loss);
  }
  return cost;
}

}  // namespace querent
