// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include <doctest/doctest.h>

#include <querent/learners/play.hpp>

namespace querent {

/// Makes the same prediction in every round and never learns.
struct Constant {
  Prediction prediction;
  Prediction predict(const DenseRow&) const { return prediction; }
  bool update(const DenseRow&, int) { return false; }
};

/// Checks that the protocol asks in a share of `expected` of the rounds, within four standard
/// deviations.
template <class Rule>
void check_frequency(Rule rule, const Prediction& prediction, double expected) {
  constexpr int T = 20'000;
  CHECK(rule.probability(prediction) == doctest::Approx(expected).epsilon(1e-12));
  Constant learner{prediction};
  Rng rng = make_rng(11, 0, Stream::kQuery);
  int asked = 0;
  for (int t = 0; t < T; ++t) {
    Rule fresh = rule;  // a fresh copy per round: an adaptive rule must not adapt
    asked += play_round(learner, fresh, DenseRow{}, 0, rng).asked;
  }
  CHECK(std::abs(asked - T * expected) <= 4 * std::sqrt(T * expected * (1 - expected)));
}

}  // namespace querent
