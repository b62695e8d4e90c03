// SPDX-License-Identifier: Apache-2.0
// A sweep is a table of cells, a learner at a share of labels asked. A cell's key is a hash of
// everything its result depends on, so that a finished one is recognised, whoever finished it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/output/results_json.hpp>

namespace querent::apps {

/// One cell to be played.
struct SweepCell {
  std::string name;       ///< of the learner, as tables call it
  Contestant contestant;  ///< before tuning
  std::vector<GridAxis> axes;
  double rate;  ///< share of labels asked; 1 for a learner that asks all
  std::string key;
};

struct SweepPlan {
  std::string title;  ///< of the source, with the number of orders
  int num_classes = 2;
  std::string objective;         ///< a measure's name, by which learners are compared
  double positive_weight = 0.5;  ///< η_p of the weighted sum
  std::vector<SweepCell> cells;  ///< learner by learner, rates ascending
};

/// Every learner at every rate; one whose query rule has no parameter at rate 1 only, unless rates
/// are budgets of a pool. Axes of keys that a learner does not have are left out for it. `context`
/// is what the results depend on beside learner and rate.
std::vector<SweepCell> sweep_cells(const std::vector<Entry>& entries,
                                   const std::vector<GridAxis>& axes, std::vector<double> rates,
                                   const Json& context, bool pool = false);

/// plan.json: what `merge` must know of a sweep.
Json plan_json(const SweepPlan& plan);

}  // namespace querent::apps
