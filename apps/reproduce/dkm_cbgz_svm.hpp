// SPDX-License-Identifier: Apache-2.0
// The SVM-based methods of the paper, §4.1: a linear support vector machine is retrained on all labels
// after each label and may ask any row of the pool. The paper prints no numbers for it, but says that
// it outperforms all online algorithms.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/apps/experiment/labels_to_error.hpp>

namespace querent::apps::dkm_cbgz {

/// How the machine asks: the next row of the order, or "Simple" of Tong & Koller, JMLR 2, 2001, the
/// row nearest to the plane.
enum class PoolRule { kRandom, kSimple };

/// The test error after each of `most` labels; before the first label the error of predicting +1.
std::vector<ErrorAfter> svm_errors_by_labels(const DatasetView& examples, PoolRule rule,
                                             std::vector<std::uint32_t> pool,
                                             const std::vector<std::uint32_t>& test,
                                             std::uint64_t most);

}  // namespace querent::apps::dkm_cbgz
