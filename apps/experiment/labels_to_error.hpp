// SPDX-License-Identifier: Apache-2.0
// The protocol of Monteleoni and Kääriäinen, Online Active Learning in Practice, 2007, §4.2: the
// number of labels until a learner's test error first reaches a threshold.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// The test error of a model, and the number of labels asked when it arose.
struct ErrorAfter {
  std::uint64_t labels = 0;
  double error = 0;
};

/// Plays the training rows in their order, and tests the first model and every changed one on all
/// test rows. Stops when the error is at most `enough`; never if that is negative.
std::vector<ErrorAfter> errors_by_labels(const DatasetView& examples, const LearnerConfig& config,
                                         const std::vector<std::uint32_t>& training,
                                         const std::vector<std::uint32_t>& test, Rng rng,
                                         double enough = -1);

/// The number of labels after which the error first was at most `threshold`; nullopt if it never
/// was.
std::optional<std::uint64_t> labels_to_reach(const std::vector<ErrorAfter>& errors,
                                             double threshold);

}  // namespace querent::apps
