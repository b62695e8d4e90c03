// SPDX-License-Identifier: Apache-2.0
// The results of Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016.
#pragma once

#include <string>
#include <vector>

namespace querent::apps::msg {

/// One pair of cells of Table I. The paper's ± are read as variances: error rates (about 1e-5) and
/// labels (289 where we see a standard deviation of 15) are far from standard deviations of 20
/// shuffles, but have the size of their squares.
struct PaperCell {
  std::string algorithm;
  double error, error_variance, queries, queries_variance;
};

struct PaperDataset {
  std::string name;
  double nodes;
  std::vector<PaperCell> cells;
  std::string own;  ///< name of the paper's graph in the catalogue; empty: not public
  std::vector<std::string> stand_ins;  ///< other graphs of its kind
  std::string why;                     ///< why a stand-in may be needed
};

/// Table I in the paper's order.
const std::vector<PaperDataset>& table_one();

}  // namespace querent::apps::msg
