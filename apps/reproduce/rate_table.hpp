// SPDX-License-Identifier: Apache-2.0
// A paper's table of scores near 10 and near 20 % of the labels, with ours beside it.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/rate_cells.hpp>
#include <querent/apps/reproduce/vector_task.hpp>

namespace querent::apps {

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
  std::string title;                  ///< "Table 2"
  std::string measure;                ///< its name in JSON
  double unit = 1;                    ///< of the printed scores; 0.01 for percent
  std::vector<GridLearner> learners;  ///< one row each, by the printed name
  bool counted = true;                ///< false for a second reading of results that are counted
                                      ///< elsewhere
};

/// Adds a row for every printed score. A score is not compared if its rate is out of reach.
void add_rate_rows(Report& report, const RateTable& table, const VectorTask& task,
                   const std::string& preparation, const DatasetView& examples,
                   const RateSetting& setting, const ReproduceOptions& options,
                   const Console& console);

/// Adds the same rows as skipped.
void skip_rate_rows(Report& report, const RateTable& table, const std::string& why);

}  // namespace querent::apps
