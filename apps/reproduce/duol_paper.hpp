// SPDX-License-Identifier: Apache-2.0
// What Zhao, Hoi, Jin, Double Updating Online Learning, JMLR 12, 2011, report.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps::duol {

/// One row of Table 2 or 4 for one data set; mistakes in percent. The times are of other machines.
struct PaperCell {
  std::string learner;  ///< of the registry
  Spread mistakes, support_vectors;
};

/// What is done to the rows before a learner sees them.
enum class Scaling { kAsItComes, kUnitRows, kPixels };

struct PaperDataset {
  std::string name;
  std::string own;  ///< the catalogue's name; empty: not public, or no longer
  Scaling scaling;
  std::string preprocessing;  ///< in words
  std::vector<PaperCell> cells;
};

/// Binary: σ = 8, C = 5, ρ = 0, 20 orders.
const std::vector<PaperDataset>& table_two();
/// Multiclass: σ = 8, C = 10, ρ = 0, 20 orders.
const std::vector<PaperDataset>& table_four();

}  // namespace querent::apps::duol
