// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps {

/// The rows of a stream in `folds` parts of nearly equal size, after a held-out shuffle; part k of
/// fold k is left out, the others are played in their shuffled order.
struct Folds {
  Folds(const std::vector<std::uint32_t>& stream, int folds, std::uint64_t seed,
        std::uint64_t repetition = 0, Stream shuffled = Stream::kHeldOut);

  std::vector<std::uint32_t> training(int fold) const;
  std::vector<std::uint32_t> left_out(int fold) const;

 private:
  std::vector<std::uint32_t> rows_;
  std::uint64_t folds_;
};

/// One pass over each training split, asking as the contestant asks; then what the model says of
/// the split left out. A result a fold: rounds, mistakes and confusion are those of the split left
/// out, queries and updates those of the training pass.
std::vector<RunResult> cross_validate(const Examples& examples, const Contestant& contestant,
                                      int folds, std::uint64_t seed, const std::string& encoding);

}  // namespace querent::apps
