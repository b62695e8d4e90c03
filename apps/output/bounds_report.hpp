// SPDX-License-Identifier: Apache-2.0
// The table that `run --bounds` prints beside the results.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/learners/bounds/mistake_bound.hpp>

namespace querent::apps {

/// The mistakes of a learner and their theoretical bound; its labels and their expected number.
struct BoundedMistakes {
  std::string learner;
  double mistakes;  ///< mean over runs
  MistakeBound bound;
  double labels;
  std::optional<double> expected_labels;
};

/// `options` are the options of the experiment, which is one plain pass.
std::vector<BoundedMistakes> bounded_mistakes(const ExperimentResult& experiment,
                                              const DatasetView& examples,
                                              const ExperimentOptions& options);
Json bounds_json(const std::vector<BoundedMistakes>& bounds);
std::string bounds_table(const std::vector<BoundedMistakes>& bounds);

}  // namespace querent::apps
