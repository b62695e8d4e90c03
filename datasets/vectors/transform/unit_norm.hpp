// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>

namespace [[gnu::visibility("default")]] querent {

/// x ← x / ‖x‖₂. A row of zeros is unchanged. Nothing is fitted; sparse rows stay sparse.
struct UnitNorm {
  /// Scales the entries of one row in place. They are first divided by the largest, so that no
  /// square overflows.
  static void apply(std::span<double> x) {
    double largest = 0;
    for (const double v : x) largest = std::max(largest, std::abs(v));
    if (largest == 0) return;
    double sum = 0;  // of (x / largest)², which neither overflows nor underflows
    for (const double v : x) sum += (v / largest) * (v / largest);
    const double root = std::sqrt(sum);
    for (double& v : x) v = v / largest / root;
  }
};

}  // namespace querent
