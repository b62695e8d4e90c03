// SPDX-License-Identifier: Apache-2.0
// The K classifiers that a multiclass bound compares a learner with: the multiclass support vector
// machine
//
//   min ½ Σ_r ‖w^r‖² + c Σ ℓ_t(w)    or    min ½ Σ_r ‖w^r‖² + c Σ ℓ_t(w)²,    ℓ_t = max(0, 1 − w^y·x + max_{s≠y} w^s·x)
//
// of Crammer & Singer, JMLR 2, 2001, by dual ascent over the rows (Keerthi et al., KDD 2008): row t
// adds b x_t to class y_t and −β_s x_t to each other class s, b = Σ β_s. The bound holds for every
// w; this w makes it low.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <querent/learners/bounds/kernel_comparator.hpp>
#include <querent/learners/linear/mistake_bounds.hpp>
#include <querent/learners/session/dataset_view.hpp>

namespace querent {

/// The dual variables of one row, with the other rows fixed:
///
///   argmax_β Σ_s g_s β_s − A/2 (Σ_s β_s² + b²) − ridge/2 b²,    β ≥ 0, b = Σ_s β_s ≤ most
///
/// so that β_s = max(0, g_s − λ)/A with λ = (A + ridge) b, or the λ with b = most.
inline std::vector<double> row_optimum(std::span<const double> g, double A, double ridge,
                                       double most) {
  std::vector<double> sorted(g.begin(), g.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const auto threshold = [&](auto&& lambda_of) {  // for the sum of the j greatest
    double sum = 0, lambda = 0;
    for (std::size_t j = 0; j < sorted.size() && (j == 0 || sorted[j] > lambda); ++j) {
      sum += sorted[j];
      lambda = lambda_of(static_cast<double>(j + 1), sum);
    }
    return lambda;
  };
  const double rho = A + ridge;
  double lambda = threshold([&](double j, double sum) { return rho * sum / (A + j * rho); });
  if (lambda > rho * most)
    lambda = threshold([&](double j, double sum) { return (sum - A * most) / j; });
  std::vector<double> beta;
  for (const double g_s : g) beta.push_back(std::max(0.0, g_s - std::max(lambda, 0.0)) / A);
  return beta;
}

/// The dual variables of all rows and classes; class y_t has −b instead of β.
class ClassDual {
 public:
  /// c is the weight of the losses, which may be squared.
  ClassDual(std::size_t rows, int num_classes, double c, bool squared)
      : K_(static_cast<std::size_t>(num_classes)),
        ridge_(squared ? 1 / (2 * c) : 0),
        most_(squared ? std::numeric_limits<double>::infinity() : c),
        beta_(rows * K_) {}

  /// Updates row t with label y, ‖x‖² = A > 0 and scores f, and calls add(r, step) for each w^r
  /// that moves by step·x.
  void improve(std::size_t t, int y, double A, std::span<const double> f, auto&& add) {
    const std::span<double> beta(beta_.data() + t * K_, K_);
    const auto own = static_cast<std::size_t>(y);
    const double b = -beta[own];
    std::vector<double> g;  // 1 − the margin over each other class, without this row's part
    for (std::size_t s = 0; s < K_; ++s)
      if (s != own) g.push_back(1 - f[own] + b * A + f[s] + beta[s] * A);
    const std::vector<double> next = row_optimum(g, A, ridge_, most_);
    const double sum = std::accumulate(next.begin(), next.end(), 0.0);
    for (std::size_t s = 0, k = 0; s < K_; ++s) {
      const double to = s == own ? -sum : next[k++];
      if (to != beta[s]) add(s, beta[s] - to);
      beta[s] = to;
    }
  }

 private:
  std::size_t K_;
  double ridge_, most_;
  std::vector<double> beta_;
};

/// f_y − max_{s≠y} f_s
inline double class_margin(std::span<const double> f, int y) {
  double rival = -std::numeric_limits<double>::infinity();
  for (std::size_t s = 0; s < f.size(); ++s)
    if (s != static_cast<std::size_t>(y)) rival = std::max(rival, f[s]);
  return f[static_cast<std::size_t>(y)] - rival;
}

inline constexpr int kClassEpochs = 30;

/// The weights of all classes, consecutively: K × dim. With H, one entry per feature, those of least
/// ½ Σ_r Σ_k H_k (w_k^r)² + c Σ ℓ_t(w).
inline std::vector<double> class_machine(const DatasetView& examples, double c, bool squared,
                                         int epochs = kClassEpochs, std::span<const double> H = {},
                                         const Pause& pause = {}) {
  const auto K = static_cast<std::size_t>(examples.num_classes);
  std::vector<double> w(K * examples.dim), f(K);
  const auto scale = [&](std::size_t k) { return H.empty() ? 1 : 1 / H[k]; };
  const auto of_class = [&](std::size_t r) {
    return std::span(w).subspan(r * examples.dim, examples.dim);
  };
  ClassDual dual(examples.stream.size(), examples.num_classes, c, squared);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    pause();
    for (std::size_t t = 0; t < examples.stream.size(); ++t) {
      const std::uint32_t i = examples.stream[t];
      examples.with_row(i, [&](const auto& x) {
        double A = 0;  // ‖x‖² by H⁻¹
        for_each_nonzero(x, examples.dim,
                         [&](std::size_t k, double x_k) { A += x_k * x_k * scale(k); });
        if (A == 0) return;
        for (std::size_t r = 0; r < K; ++r) f[r] = dot(of_class(r), x);
        dual.improve(t, examples.labels[i], A, f, [&](std::size_t r, double step) {
          const std::span<double> w_r = of_class(r);
          for_each_nonzero(x, w_r.size(),
                           [&](std::size_t k, double x_k) { w_r[k] += step * x_k * scale(k); });
        });
      });
    }
  }
  return w;
}

/// The cost of w on all rows; R² refers to the vectors by which PA moves, (x, −x): 2‖x‖². With
/// `parting`, a w that separates the classes is scaled until it has no loss.
inline Comparator class_cost(const DatasetView& examples, std::span<const double> w,
                             bool parting = false) {
  Comparator cost;
  std::vector<double> f(static_cast<std::size_t>(examples.num_classes));
  for (const double value : w) cost.squared_norm += value * value;
  double least = 1;
  for (const std::uint32_t i : examples.stream) {
    examples.with_row(i, [&](const auto& x) {
      for (std::size_t r = 0; r < f.size(); ++r)
        f[r] = dot(w.subspan(r * examples.dim, examples.dim), x);
      cost.squared_radius = std::max(cost.squared_radius, 2 * squared_norm(x));
    });
    const double margin = class_margin(f, examples.labels[i]), loss = std::max(0.0, 1 - margin);
    least = std::min(least, margin);
    cost.add_loss(loss);
  }
  if (parting && least > 0) cost.lengthen(least);
  return cost;
}

inline Comparator class_comparator(const DatasetView& examples, double c, bool squared,
                                   bool parting = false, const Pause& pause = {}) {
  return class_cost(examples, class_machine(examples, c, squared, kClassEpochs, {}, pause),
                    parting);
}

/// The same with a Gaussian kernel, κ(x, x) = 1, of at most kMostKernelRows rows.
inline Comparator class_kernel_comparator(const DatasetView& examples, double sigma, double C,
                                          const Pause& pause = {}) {
  constexpr int kKernelEpochs = 50;
  const std::size_t N = examples.stream.size();
  const auto K = static_cast<std::size_t>(examples.num_classes);
  const std::vector<double> G = gaussian_pairs(examples, sigma, pause);
  std::vector<double> f(N * K), weight(N * K);  // f_r(x_i), and the weight of x_i in f_r
  const auto scores = [&](std::size_t i) { return std::span<const double>(f).subspan(i * K, K); };
  ClassDual dual(N, examples.num_classes, C, false);
  for (int epoch = 0; epoch < kKernelEpochs; ++epoch) {
    pause();
    for (std::size_t i = 0; i < N; ++i) {
      dual.improve(i, examples.labels[examples.stream[i]], 1, scores(i),
                   [&](std::size_t r, double step) {
                     weight[i * K + r] += step;
                     for (std::size_t j = 0; j < N; ++j) f[j * K + r] += step * G[i * N + j];
                   });
    }
  }
  Comparator cost{.squared_norm = std::inner_product(f.begin(), f.end(), weight.begin(), 0.0),
                  .hinge = 0,
                  .squared_hinge = 0,
                  .squared_radius = 2};
  for (std::size_t i = 0; i < N; ++i) {
    const double loss =
        std::max(0.0, 1 - class_margin(scores(i), examples.labels[examples.stream[i]]));
    cost.add_loss(loss);
  }
  return cost;
}

}  // namespace querent
