// SPDX-License-Identifier: Apache-2.0
// What Yang et al., Efficient Multi-Class Selective Sampling on Graphs, UAI 2016, report.
#pragma once

#include <string>
#include <vector>

namespace querent::apps::msg {

/// One cell pair of Table I. The variances are the paper's ± as printed: those of the error rates
/// (about 1e-5) and of the labels (289 where we see a standard deviation of 15) are too far from
/// standard deviations of 20 shuffles, and of the size of their squares.
struct PaperCell {
  std::string algorithm;
  double error, error_variance, queries, queries_variance;
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
