// SPDX-License-Identifier: Apache-2.0
// Repeats the experiments of Lu, Zhao, Hoi, Online Passive-Aggressive Active learning, Machine
// Learning 103, 2016, §6.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/reproduce/rate_table.hpp>

namespace querent::apps::paa {

/// Tables 2 and 3 in the paper's order: fractions as printed, rates in percent.
const std::vector<PrintedTable>& printed_tables();

/// A line of Tables 6 to 8.
struct PrintedCost {
  std::string table, dataset;
  std::string metric;  ///< of `score`: "balanced_accuracy" (the sum with η_p = η_n = ½) or "cost"
  std::string algorithm;
  MeanStd score, sensitivity, specificity, accuracy;
  double query;
  double seconds;  ///< of the paper's machine
};
const std::vector<PrintedCost>& printed_costs();

/// Tables 2, 3: F1 near 10 and 20 % of the labels. 6, 7, 8: sum and cost if one class is rare, on
/// samples of the URL data, or of w8a as a stand-in.
Report report(const std::string& table, const ReproduceOptions& options, const Console& console);

/// The data sets of a table or figure.
std::vector<PartSet> sets(bool figure, const std::string& number);

/// The remarks on how the experiments were run.
std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options);

/// Tables 6 to 8, Figures 6 and 7.
void add_cost_table(Report& report, const std::string& table, const ReproduceOptions& options,
                    const Console& console);
std::vector<PartSet> cost_sets(bool figure, const std::string& number);
std::string cost_remark(const Report& report);
std::string cost_figure(const std::string& number, const ReproduceOptions& options,
                        const Console& console, OutputDirectory* directory);

/// Score against the share of labels asked: Figures 1 binary sets, 2 text, 3 web, 4 multiclass
/// sets, 5 multiclass text, 6 sum and cost if one class is rare. 7: seconds against rows for a rare
/// class.
std::string figure(const std::string& number, const ReproduceOptions& options,
                   const Console& console, OutputDirectory* directory);

}  // namespace querent::apps::paa
