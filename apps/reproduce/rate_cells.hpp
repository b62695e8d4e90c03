// SPDX-License-Identifier: Apache-2.0
// What the tables and curves "score near a share of labels asked" have in common: parameters by a
// grid, the query parameter by the rate, then the runs.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/output/figure.hpp>
#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps {

/// A learner of the catalogue with the parameters that a paper searches; nothing is searched where
/// `axes` is empty.
struct GridLearner {
  std::string name;
  Params given = {};
  std::vector<GridAxis> axes = {};
  /// What is aimed at in place of each of the setting's rates: the share that a paper's row had.
  std::vector<double> aims = {};
  bool all_rows = false;  ///< its grid is searched on all rows, whatever the setting says
};

struct RateSetting {
  std::vector<double> rates = {0.1, 0.2};
  /// The grid is searched at these rates only, each rate taking what was best at the nearest;
  /// empty: at each.
  std::vector<double> grid_rates = {};
  GridOptions grid = {};
};

/// A learner at a rate. One that asks all has a single cell, of rate 1.
struct RateCell {
  std::string name;
  double rate = 0;  ///< of the setting
  bool near =
      true;  ///< shares on both sides of the one aimed at were had, or one within 10 % of it
  std::string parameters;  ///< "C=0.5, b=0.13"
  std::vector<RunResult> runs = {};
};

/// In the order of the learners, then of the rates. Deterministic for any number of threads.
std::vector<RateCell> play_rates(const Examples& examples, const std::vector<GridLearner>& learners,
                                 const RateSetting& setting, const ReproduceOptions& options,
                                 const Console& console, const std::string& what);

/// One measure of a cell's runs by its name in JSON.
Spread measure_of(const std::vector<RunResult>& runs, const std::string& measure, int num_classes);

/// For each of `cells`, which are of one rate, "best" or the p-value of the paired t-test against
/// the best.
std::vector<std::string> against_the_best(const std::vector<const RateCell*>& cells,
                                          const std::string& measure, int num_classes);

/// The cells as lines of CSV after "dataset,": learner,rate,query_rate_mean,query_rate_std,
/// measure_mean,measure_std,parameters.
std::string csv_of(const std::string& dataset, const std::vector<RateCell>& cells,
                   const std::string& measure, int num_classes);
inline constexpr const char* kRateCsvHeader =
    "dataset,learner,rate,query_rate_mean,query_rate_std,score_mean,score_std,parameters\n";

/// The cells as a curve a learner; those that ask all as lines across.
Figure figure_of(const std::string& title, const std::vector<RateCell>& cells,
                 const std::string& measure, int num_classes);

}  // namespace querent::apps
