// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// The rows of a stream in `folds` parts of nearly equal size, after a held-out shuffle; fold k
/// leaves out part k and plays the others in their shuffled order.
struct Folds {
  Folds(const std::vector<std::uint32_t>& stream, int folds, std::uint64_t seed,
        std::uint64_t repetition = 0, Stream shuffled = Stream::kHeldOut);

  std::vector<std::uint32_t> training(int fold) const;
  std::vector<std::uint32_t> left_out(int fold) const;

 private:
  std::vector<std::uint32_t> rows_;
  std::uint64_t folds_;
};

/// For each fold, one pass over the training split with the query rule of the configuration, then
/// predictions for the split left out. One result per fold: rounds, mistakes and confusion refer to
/// the split left out, queries and updates to the training pass.
std::vector<RunResult> cross_validate(const DatasetView& examples, const LearnerConfig& config,
                                      int folds, std::uint64_t seed, const std::string& encoding);

}  // namespace querent::apps
