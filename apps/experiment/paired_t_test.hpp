// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace querent::apps {

/// Student's t-test of paired samples.
struct PairedTTest {
  double t = 0;        ///< of the differences a − b; ±∞ if they are all equal and not 0
  double freedom = 0;  ///< n − 1
  double p = 1;        ///< two-sided p-value: probability of such a |t| if the means were equal

  bool differ(double level = 0.05) const { return p < level; }
};

/// a_i and b_i were measured on the same order. Throws std::invalid_argument unless both samples
/// have the same size n ≥ 2.
PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b);

}  // namespace querent::apps
