// SPDX-License-Identifier: Apache-2.0
// What the paper calls the SVM-based methods, §4.1: a linear support vector machine that is trained
// anew on all labels after each, and asks any row of the pool that it likes. It prints no numbers of
// them, but says that they outperform all online algorithms.
#pragma once

#include <cstdint>
#include <vector>

#include <querent/apps/experiment/labels_to_error.hpp>

namespace querent::apps::dkm_cbgz {

/// How the machine asks: the next row of the order, or "Simple" of Tong & Koller, JMLR 2, 2001, the
/// row nearest to the plane.
enum class PoolRule { kRandom, kSimple };

/// The test error after each of `most` labels; before the first label the error of predicting +1.
std::vector<ErrorAfter> svm_errors_by_labels(const Examples& examples, PoolRule rule,
                                             std::vector<std::uint32_t> pool,
                                             const std::vector<std::uint32_t>& test,
                                             std::uint64_t most);

}  // namespace querent::apps::dkm_cbgz
