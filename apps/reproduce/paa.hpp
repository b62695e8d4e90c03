// SPDX-License-Identifier: Apache-2.0
// Re-runs the experiments of Lu, Zhao, Hoi, Online Passive-Aggressive Active learning, Machine
// Learning 103, 2016, §6.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/reproduce/rate_table.hpp>

namespace querent::apps::paa {

/// Tables 2 and 3 in their own order.
const std::vector<PrintedTable>& printed_tables();

/// A line of Tables 6 to 8.
struct PrintedCost {
  std::string table, dataset;
  std::string metric;  ///< of `score`: "balanced_accuracy" (the sum with η_p = η_n = ½) or "cost"
  std::string algorithm;
  Spread score, sensitivity, specificity, accuracy;
  double query;
  double seconds;  ///< of the paper's machine
};
const std::vector<PrintedCost>& printed_costs();

/// 2, 3: F1 near 10 and 20 % of the labels. 6, 7, 8: sum and cost where one class is rare, on
/// samples of the URL data, or of w8a in its place.
Report report(const std::string& table, const ReproduceOptions& options, const Console& console);

/// The data sets of a table or figure.
std::vector<PartSet> sets(bool figure, const std::string& number);

/// How the rows were played.
std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options);

/// Tables 6 to 8, Figures 6 and 7.
void add_cost_table(Report& report, const std::string& table, const ReproduceOptions& options,
                    const Console& console);
std::vector<PartSet> cost_sets(bool figure, const std::string& number);
std::string cost_remark(const Report& report);
std::string cost_figure(const std::string& number, const ReproduceOptions& options,
                        const Console& console, OutputDirectory* directory);

/// Score against the share of labels asked: 1 binary sets, 2 text, 3 web, 4 multiclass sets, 5
/// multiclass text, 6 sum and cost where one class is rare. 7: seconds against rows there.
std::string figure(const std::string& number, const ReproduceOptions& options,
                   const Console& console, OutputDirectory* directory);

}  // namespace querent::apps::paa
