// SPDX-License-Identifier: Apache-2.0
// Repeats the experiments of Monteleoni and Kääriäinen, Online Active Learning in Practice, 2007,
// §4: the number of labels until a test error is reached, on pairs and groups of digits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <querent/apps/experiment/measures.hpp>
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

// The SVM-based methods of the paper, §4.1: a linear support vector machine is retrained on all labels
// after each label and may ask any row of the pool. The paper prints no numbers for it, but says that
// it outperforms all online algorithms.

/// How the machine asks: the next row of the order, or "Simple" of Tong & Koller, JMLR 2, 2001, the
/// row nearest to the plane.
enum class PoolRule { kRandom, kSimple };

/// The test error after each of `most` labels; before the first label the error of predicting +1.
std::vector<ErrorAfter> svm_errors_by_labels(const DatasetView& examples, PoolRule rule,
                                             std::vector<std::uint32_t> pool,
                                             const std::vector<std::uint32_t>& test,
                                             std::uint64_t most);

}  // namespace querent::apps::dkm_cbgz
