// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace querent {

/// The maximum number of weights in a growing model: 2 GB. A larger index is far more often a
/// damaged file than data.
inline constexpr std::size_t kMaxWeights = std::size_t{1} << 28;

/// Makes `values` at least `dim` long with `fill` as new entries, in amortised constant time per
/// entry, so that a stream may contain a new feature at any time. Throws std::length_error beyond
/// kMaxWeights.
template <class T>
void grow(std::vector<T>& values, std::size_t dim, std::type_identity_t<T> fill = {}) {
  if (dim <= values.size()) return;
  if (dim > kMaxWeights) {
    throw std::length_error("a row needs " + std::to_string(dim) + " weights, the limit is " +
                            std::to_string(kMaxWeights) + " (2 GB)");
  }
  values.resize(dim, fill);
}

}  // namespace querent
