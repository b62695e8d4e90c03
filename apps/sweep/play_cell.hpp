// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/apps/sweep/plan.hpp>

namespace querent::apps {

/// The setting of all cells.
struct SweepSetting {
  ExperimentOptions experiment;  ///< orders, seed, encoding
  Objective objective;           ///< of grids
  int folds = 5;                 ///< of a grid's cross-validation; 0: the rounds themselves
};

/// Searches the grid, tunes the query parameter to the rate and plays the orders. The object has
/// "key", "name", "target_rate", "reached", "tuning" (a sentence), and the fields of a learner in
/// `run --json`.
Json play_cell(const DatasetView& examples, const SweepCell& cell, const SweepSetting& setting);

}  // namespace querent::apps
