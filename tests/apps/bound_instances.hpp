// SPDX-License-Identifier: Apache-2.0
// Small random problems for tests of mistake bounds, and the counts that the bounds refer to.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <querent/apps/experiment/passes.hpp>
#include <querent/learners/learner.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/session/dataset_view.hpp>

namespace querent {

inline constexpr int kInstances = 10000, kRounds = 20;
inline constexpr std::size_t kDim = 3;
inline constexpr double kRounding = 1e-9;

/// Labelled rows and the w that labelled them, for several classes one after the other.
struct Instance {
  std::vector<std::vector<double>> x;
  std::vector<int> y;
  std::vector<double> w;
};

inline double between(Rng& rng, double low, double high) {
  return low + (high - low) * uniform01(rng);
}

/// κ(x_i, x_j) = exp(−‖x_i − x_j‖²/2σ²), σ = 1.
inline double likeness(const Instance& in, std::size_t i, std::size_t j) {
  double apart = 0;
  for (std::size_t d = 0; d < kDim; ++d)
    apart += (in.x[i][d] - in.x[j][d]) * (in.x[i][d] - in.x[j][d]);
  return std::exp(-apart / 2);
}

inline std::vector<double> values_of(const Instance& in) {
  std::vector<double> values;
  for (const auto& row : in.x) values.insert(values.end(), row.begin(), row.end());
  return values;
}

/// `values` has the layout of values_of(); both arguments must outlive the result.
inline DatasetView dataset_view_of(const Instance& in, const std::vector<double>& values,
                                   int num_classes = 2) {
  return {.rows = DenseView{values, kDim},
          .labels = in.y,
          .label_sets = {},
          .stream = labelled_rows(in.y),
          .dim = kDim,
          .num_classes = num_classes};
}

/// Σ ρ_t M_t Z_t / P(Z_t = 1), ρ_t = ρ for the positive class, else 1.
template <class Learner, class Rule>
double weighed_mistakes(Learner learner, const Instance& in, const Rule& rule, Rng& rng,
                        double rho = 1) {
  double sum = 0;
  for (std::size_t t = 0; t < in.x.size(); ++t) {
    const DenseRow x{in.x[t]};
    const Prediction p = learner.predict(x);
    const double probability = rule.probability(p);
    if (uniform01(rng) >= probability) continue;
    if (p.label != in.y[t]) sum += (in.y[t] == 1 ? rho : 1) / probability;
    learner.update(x, in.y[t]);
  }
  return sum;
}
template <class Learner>
double weighed_mistakes(Learner learner, const Instance& in, double b, Rng& rng, double rho = 1) {
  return weighed_mistakes(std::move(learner), in, MarginQuery({.b = b}), rng, rho);
}

template <class Learner>
double mistakes(Learner learner, const Instance& in) {
  double sum = 0;
  for (std::size_t t = 0; t < in.x.size(); ++t) {
    sum += learner.predict(DenseRow{in.x[t]}).label != in.y[t];
    learner.update(DenseRow{in.x[t]}, in.y[t]);
  }
  return sum;
}

/// The bound of the passes of these options.
inline MistakeBound bound_of(const DatasetView& examples, const LearnerConfig& config,
                             const apps::ExperimentOptions& options = {}) {
  return mistake_bound(examples, config, apps::passes_of(examples, options));
}

}  // namespace querent
