// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace querent {

/// The largest power of two that is at most the largest |x|; 1 if every x is 0. Division by it
/// changes no digit, and the squares of the quotients do not overflow.
template <class Numbers>
double unit_of(const Numbers& numbers) {
  double largest = 0;
  for (const double x : numbers) largest = std::max(largest, std::abs(x));
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1;
}

}  // namespace querent
