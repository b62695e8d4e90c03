// SPDX-License-Identifier: Apache-2.0
// What Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, report.
#pragma once

#include <string>
#include <vector>

namespace querent::apps::msg {

/// One cell pair of Table I. The spreads are the paper's ± as printed; those of the error rates
/// (about 1e-5) are too small for the standard deviation of 20 shuffles, and of the size of its
/// square.
struct PaperCell {
  std::string algorithm;
  double error, error_spread, queries, queries_spread;
};

struct PaperDataset {
  std::string name;
  double nodes;
  std::vector<PaperCell> cells;
  std::string own;  ///< the catalogue's name of the paper's graph; empty: not public
  std::vector<std::string> stand_ins;  ///< other graphs of its kind
  std::string why;                     ///< why a stand-in may be needed
};

/// Table I in its own order.
const std::vector<PaperDataset>& table_one();

}  // namespace querent::apps::msg
