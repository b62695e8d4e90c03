// SPDX-License-Identifier: Apache-2.0
// Re-runs the experiments of Zhai et al., Online active classification via margin-based and
// feature-based label queries, Machine Learning 111, 2022, §5.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/reproduce/rate_table.hpp>

namespace querent::apps::d_ada {

/// Tables 2 and 5 in the paper's order, in percent as printed.
const std::vector<PrintedTable>& printed_tables();

/// Table 2: F1 near 10 and 20 % of the labels, parameters by a grid. Table 3: the same with the
/// parameters fixed there (Fig. 5 in the paper). Table 5: accuracy of the multiclass learners.
Report report(const std::string& table, const ReproduceOptions& options, const Console& console);

/// The data sets of a table or figure.
std::vector<PartSet> sets(bool figure, const std::string& number);

/// The remarks on how the experiments were run.
std::vector<std::string> remarks(const Report& report, const ReproduceOptions& options);

/// Figures 1 and 2: D-ADA and D-AMD with each query rule; 3: against the other learners; 4: F1 and
/// labels over pairs of η, δ and b; 6 and 7: the multiclass learners.
std::string figure(const std::string& number, const ReproduceOptions& options,
                   const Console& console, OutputDirectory* directory);

}  // namespace querent::apps::d_ada
