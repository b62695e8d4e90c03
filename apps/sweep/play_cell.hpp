// SPDX-License-Identifier: Apache-2.0
// A sweep is a table of cells, each a learner at a share of labels asked. A cell's key is a hash of
// everything its result depends on, so that a finished cell can be recognised.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// One cell of a sweep.
struct SweepCell {
  std::string name;      ///< of the learner, in tables
  LearnerConfig config;  ///< before tuning
  std::vector<GridAxis> axes;
  double rate;  ///< share of labels asked; 1 for a learner that asks for all
  std::string key;
};

struct SweepPlan {
  std::string title;  ///< of the source, with the number of orders
  int num_classes = 2;
  std::string objective;         ///< name of the measure that compares learners
  double positive_weight = 0.5;  ///< η_p of the weighted sum
  std::vector<SweepCell> cells;  ///< by learner, with ascending rates
};

/// Every learner at every rate; a learner whose query rule has no parameter at rate 1 only, unless
/// rates are budgets of a pool. Axes with keys that a learner does not have are left out for it.
/// `context` holds everything else that the results depend on.
std::vector<SweepCell> sweep_cells(const std::vector<NamedConfig>& configs,
                                   const std::vector<GridAxis>& axes, std::vector<double> rates,
                                   const Json& context, bool pool = false);

/// plan.json: the description of a sweep that `merge` reads.
Json plan_json(const SweepPlan& plan);

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
