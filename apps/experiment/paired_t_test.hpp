// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace querent::apps {

/// Student's t-test of paired samples.
struct PairedTTest {
  double t = 0;        ///< of the differences a − b; ±∞ where they are all the same, and not 0
  double freedom = 0;  ///< n − 1
  double p = 1;        ///< two-sided: of a |t| as large as this if the means were equal

  bool differ(double level = 0.05) const { return p < level; }
};

/// a_i and b_i were measured on the same order. std::invalid_argument unless both have the same
/// n ≥ 2.
PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b);

}  // namespace querent::apps
