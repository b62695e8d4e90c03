// SPDX-License-Identifier: Apache-2.0
// A paper's table of scores near 10 and near 20 % of the labels, with ours beside it.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/reproduce/vector_task.hpp>

namespace querent::apps {

// Shared by tables and curves of a score near a share of labels asked: parameters by a grid, the
// query parameter by the rate, then the runs.

/// A learner of the catalogue with the parameters that a paper searches; an empty `axes` means no
/// search.
struct GridLearner {
  std::string name;
  Params given = {};
  std::vector<GridAxis> axes = {};
  /// Replaces the setting's rates by the shares of the paper's rows.
  std::vector<double> aims = {};
  bool all_rows = false;  ///< searches the grid on all rows, regardless of the setting
};

struct RateSetting {
  std::vector<double> rates = {0.1, 0.2};
  /// Searches the grid at these rates only; other rates use the best point of the nearest one.
  /// Empty: at each rate.
  std::vector<double> grid_rates = {};
  GridOptions grid = {};
};

/// A learner at a rate. A learner that asks for all labels has a single cell, of rate 1.
struct RateCell {
  std::string name;
  double rate = 0;  ///< from the setting
  bool near =
      true;  ///< whether shares on both sides of the target, or one within 10 % of it, were found
  std::string parameters;  ///< "C=0.5, b=0.13"
  std::vector<RunResult> runs = {};
};

/// In the order of learners, then of rates. Deterministic for any number of threads.
std::vector<RateCell> play_rates(const DatasetView& examples,
                                 const std::vector<GridLearner>& learners,
                                 const RateSetting& setting, const ReproduceOptions& options,
                                 const std::string& what);

/// A measure of a cell's runs, by its name in JSON.
MeanStd measure_of(const std::vector<RunResult>& runs, const std::string& measure, int num_classes);

/// For each of `cells`, all at one rate, "best" or the p-value of the paired t-test against the
/// best.
std::vector<std::string> against_the_best(const std::vector<const RateCell*>& cells,
                                          const std::string& measure, int num_classes);

/// The cells as lines of CSV after "dataset,": learner,rate,query_rate_mean,query_rate_std,
/// measure_mean,measure_std,parameters.
std::string csv_of(const std::string& dataset, const std::vector<RateCell>& cells,
                   const std::string& measure, int num_classes);
inline constexpr const char* kRateCsvHeader =
    "dataset,learner,rate,query_rate_mean,query_rate_std,score_mean,score_std,parameters\n";

/// One curve per learner; learners that ask for all labels are horizontal lines.
Figure figure_of(const std::string& title, const std::vector<RateCell>& cells,
                 const std::string& measure, int num_classes);

/// A score and the share of labels asked, in percent; empty where the paper has a dash.
struct PrintedScore {
  MeanStd score = {};
  double query = 0;
  double seconds = 0;  ///< of the paper's machine; 0: not printed
};

struct PrintedRow {
  std::string algorithm;
  PrintedScore near_10 = {}, near_20 = {};
};

struct PrintedTable {
  std::string table, dataset;
  std::vector<PrintedRow> rows;
};

/// The printed tables of a file of texts/, each with its lines in order.
std::vector<PrintedTable> printed_tables_of(std::string_view text);

/// The setting of a table.
struct RateTable {
  const PrintedTable* printed;
  std::string title;                       ///< "Table 2"
  std::string measure;                     ///< its name in JSON
  double unit = 1;                         ///< of the printed scores; 0.01 for percent
  std::vector<GridLearner> learners = {};  ///< one row each, by the printed name
  bool counted = true;  ///< false for a second reading of results that are counted
                        ///< elsewhere
};

/// Adds a row for every printed score. A score is not compared if its rate is out of reach.
void add_rate_rows(Report& report, const RateTable& table, const VectorTask& task,
                   const std::string& preparation, const DatasetView& examples,
                   const RateSetting& setting, const ReproduceOptions& options);

/// Adds the same rows as skipped.
void skip_rate_rows(Report& report, const RateTable& table, const std::string& why);

}  // namespace querent::apps
