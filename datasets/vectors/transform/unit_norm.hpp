// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>

namespace [[gnu::visibility("default")]] querent {

/// x ← x / ‖x‖₂. A row of zeros stays as it is. Nothing is learnt; sparse rows stay sparse.
struct UnitNorm {
  /// Scales the entries of one row in place; the largest is divided out first, so that no square
  /// overflows.
  static void apply(std::span<double> x) {
    double largest = 0;
    for (const double v : x) largest = std::max(largest, std::abs(v));
    if (largest == 0) return;
    double sum = 0;  // of (x / largest)², which neither overflows nor vanishes
    for (const double v : x) sum += (v / largest) * (v / largest);
    const double root = std::sqrt(sum);
    for (double& v : x) v = v / largest / root;
  }
};

}  // namespace querent
