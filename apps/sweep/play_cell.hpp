// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/sweep/plan.hpp>

namespace querent::apps {

/// How every cell is played.
struct SweepSetting {
  ExperimentOptions experiment;  ///< orders, seed, encoding
  Objective objective;           ///< of the grids
  int folds = 5;                 ///< of a grid's cross-validation; 0: the rounds themselves
};

/// Searches the grid, tunes the query parameter to the rate, plays the orders. The object holds
/// "key", "name", "target_rate", "reached", "tuning" (a sentence), then what `run --json` says of a
/// learner.
Json play_cell(const Examples& examples, const SweepCell& cell, const SweepSetting& setting);

}  // namespace querent::apps
