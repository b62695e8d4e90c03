// SPDX-License-Identifier: Apache-2.0
// Re-runs the experiments of Zhai et al., Online active classification via margin-based and
// feature-based label queries, Machine Learning 111, 2022, §5.
#pragma once

#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/reproduce/rate_table.hpp>

namespace querent::apps::d_ada {

/// Tables 2 and 5 in the paper's order, in percent as printed.
const std::vector<PrintedTable>& printed_tables();

}  // namespace querent::apps::d_ada
