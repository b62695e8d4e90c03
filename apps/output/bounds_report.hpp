// SPDX-License-Identifier: Apache-2.0
// What `run --bounds` says beside the table of results.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/bounds.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// The mistakes that a learner made and what a theorem bounds them by; the labels that it asked for
/// and how many its probabilities come to.
struct BoundedMistakes {
  std::string learner;
  double mistakes;  ///< mean over runs
  MistakeBound bound;
  double labels;
  std::optional<double> expected_labels;
};

/// `options` are those of the experiment, a plain pass.
std::vector<BoundedMistakes> bounded_mistakes(const ExperimentResult& experiment,
                                              const Examples& examples,
                                              const ExperimentOptions& options);
Json bounds_json(const std::vector<BoundedMistakes>& bounds);
std::string bounds_table(const std::vector<BoundedMistakes>& bounds);

}  // namespace querent::apps
