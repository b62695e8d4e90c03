// SPDX-License-Identifier: Apache-2.0
// Repeats the experiments of Monteleoni and Kääriäinen, Online Active Learning in Practice, 2007,
// §4: the number of labels until a test error is reached, on pairs and groups of digits.
#pragma once

#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps::dkm_cbgz {

struct PrintedLabels {
  std::string algorithm;
  MeanStd labels;
};

/// A column of Figure 3.
struct PrintedTask {
  std::string dataset;                          ///< "MNIST 0v1"
  std::string set;                              ///< "MNIST" or "USPS"
  std::vector<std::string> positive, negative;  ///< digits; empty negative: all others
  double threshold;                             ///< of the test error
  std::vector<std::string> figures;             ///< that draw it
  std::vector<PrintedLabels> rows;
};

const std::vector<PrintedTask>& printed_tasks();

}  // namespace querent::apps::dkm_cbgz
