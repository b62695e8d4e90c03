// SPDX-License-Identifier: Apache-2.0
// The results of Zhao, Hoi, Jin, Double Updating Online Learning, JMLR 12, 2011.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>

namespace querent::apps::duol {

/// One row of Table 2 or 4 for one data set; mistakes in percent.
struct PaperCell {
  std::string learner;  ///< name in the catalogue
  MeanStd mistakes, support_vectors;
  double seconds;  ///< of the paper's machine
};

/// The scaling of rows before learning.
enum class Scaling { kAsItComes, kUnitRows, kPixels, kSmoothed };

struct PaperDataset {
  std::string name;
  std::string own;  ///< name in the catalogue
  Scaling scaling;
  std::string preprocessing;  ///< in words
  std::vector<PaperCell> cells;
};

struct PaperTable {
  std::string number;
  std::string own;  ///< the learner proposed by the paper
  double C;         ///< of every learner with a parameter C; σ = 8, ρ = 0, 20 orders
  std::vector<PaperDataset> datasets;
};

/// Table 2, binary, and Table 4, multiclass.
const std::vector<PaperTable>& paper_tables();

}  // namespace querent::apps::duol
