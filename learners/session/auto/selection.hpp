// SPDX-License-Identifier: Apache-2.0
// The choice of the kernel from the answers: parts (2) to (4) of session/auto.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <querent/learners/session/auto.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/auto/posterior.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The kernel learned from the answers.
struct KernelChoice {
  std::vector<double> theta;  ///< weight of each kernel, ≥ 0; the sum is 1
  double noise = 0.5;         ///< σ² > 0
  double null = 0;            ///< w₀, P(no kernel predicts anything), in [0, 1]
};

/// Posterior of the inverse temperature t and of the label noise ε, as a few equally likely values
/// of t and the mean of ε.
struct Temperature {
  std::vector<double> t;    ///< quantiles of the posterior, ascending
  double noise = 0;         ///< E ε, in [0, 1]
  double log_variance = 0;  ///< Var log t
};

/// The mixtures of kernels that are compared, each a vector θ of `kernels.count()` weights with sum
/// 1.
std::vector<std::vector<double>> mixtures_of(const Kernels& kernels);

/// Before any answer: the mean of all mixtures.
KernelChoice prior_choice(const Kernels& kernels, const AutoParams& params);

class KernelSelection {
 public:
  /// `kernels` must outlive this object.
  KernelSelection(const Kernels& kernels, const AutoParams& params);

  /// (3), (4): the posterior mean of θ and of log σ², and w₀, by leave-one-out prediction of the
  /// labels `y` of the items `at`, `C` ≥ 2 classes. `prune`: mixtures of small weight are not
  /// compared again. O(m·D·min(m, D)) per mixture of D columns.
  KernelChoice choose(std::span<const std::uint32_t> at, std::span<const int> y, int C, bool prune);

  /// Log weight of each cell (mixture, σ²) at the last choose(): for tests.
  const std::vector<double>& log_weights() const { return log_weight_; }

 private:
  struct Cell {
    std::size_t mixture;
    double noise;
  };

  const Kernels* kernels_;
  AutoParams params_;
  std::vector<std::vector<double>> mixtures_;
  std::vector<Cell> cells_;  // still compared
  std::vector<double> log_weight_;
};

/// (3): the prediction of the process with these features (m × D) and σ² for each item without its
/// label y_i, m × C; the same in either form.
Eigen::MatrixXd left_out_means(const Eigen::MatrixXd& features, std::span<const int> y, int C,
                               double noise, Posterior::Form form);
/// log Σ_{t, ε} p(t) p(ε) Π_i [(1 − ε) softmax(t μ_i)_{y_i} + ε/C] for leave-one-out means μ (m ×
/// C).
double log_prediction(const Eigen::MatrixXd& mu, std::span<const int> y, const AutoParams& params);
/// Before any answer.
Temperature prior_temperature(const AutoParams& params);
/// The posterior of t and ε by the same likelihood.
Temperature temperature_of(const Eigen::MatrixXd& mu, std::span<const int> y,
                           const AutoParams& params);
/// P(answer i is wrong) for each answer, from the predictions P (m × C) of the others and the noise
/// ε.
std::vector<double> wrong_answers(const RowMatrix& P, std::span<const int> y, double noise);

}  // namespace querent
