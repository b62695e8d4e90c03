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

/// Tables 6 to 8, Figures 6 and 7.
void add_cost_table(Report& report, const std::string& table, const ReproduceOptions& options);
std::vector<PartSet> cost_sets(bool figure, const std::string& number);
std::string cost_remark(const Report& report);
std::string cost_figure(const std::string& number, const ReproduceOptions& options);

}  // namespace querent::apps::paa
