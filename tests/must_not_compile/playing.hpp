// SPDX-License-Identifier: Apache-2.0
// Shared by the sources of this folder: one round of the protocol.
#pragma once

#include <array>
#include <vector>

#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/all.hpp>

using namespace querent;

inline constexpr std::array<double, 2> kX{1, 0};

template <class Learner, class Rule>
Tally played(Learner learner, Rule rule) {
  Rng rng = make_rng(0, 0, Stream::kQuery);
  return play(
      learner, rule, std::vector<int>{0, 1}, [](int) { return DenseRow{kX}; },
      [](int i) { return i; }, rng, [](int, const Round&) {});
}
