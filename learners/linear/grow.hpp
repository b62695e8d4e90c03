// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace querent {

/// Makes `values` at least `dim` long, new entries being `fill`; amortised, so that a stream may
/// show a new feature at any time.
inline void grow(std::vector<double>& values, std::size_t dim, double fill = 0) {
  if (dim > values.size()) values.resize(dim, fill);
}

}  // namespace querent
