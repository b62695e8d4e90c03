// SPDX-License-Identifier: Apache-2.0
// Replays the double updates of a run's passes, which Theorems 4 and 7 of DUOL's paper count.
#pragma once

#include <utility>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/linear/mistake_bounds.hpp>

namespace querent::apps {

template <class Learner>
DoubleUpdateCounts double_updates(const DatasetView& examples,
                                  const std::vector<std::uint32_t>& order, Learner learner) {
  for (const std::uint32_t i : order) {
    check_interrupt();
    examples.with_row(i, [&](const auto& x) { learner.update(x, examples.labels[i]); });
  }
  return learner.counts();
}

/// G of DUOL or M-DUOL with the parameters of the configuration: the mean over the runs, each of
/// which asks for every label.
inline double mean_double_update_gain(const DatasetView& examples, const LearnerConfig& config,
                                      const ExperimentOptions& options) {
  const auto at = [&](const char* key) { return config.learner_params.at(key); };
  const double C = at("C"), rho = at("rho");
  const SupportSet<> support(GaussianKernel({.sigma = at("sigma")}));
  double sum = 0;
  for (std::uint64_t run = 0; run < options.runs; ++run) {
    std::vector<std::uint32_t> order = examples.stream;
    put_in_order(examples, options, run, order);
    const DoubleUpdateCounts counts =
        config.learner->name == "M-DUOL"
            ? double_updates(examples, order,
                             MDuol<>(examples.num_classes, support, {.C = C, .rho = rho}))
            : double_updates(examples, order, Duol<>(support, {.C = C, .rho = rho}));
    sum += double_update_gain(rho, static_cast<double>(counts.weak),
                              static_cast<double>(counts.strong));
  }
  return sum / static_cast<double>(options.runs);
}

}  // namespace querent::apps
