// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace querent {

/// The largest d of a full d × d matrix: 8 GB of doubles.
inline constexpr std::size_t kMaxFullDimension = 32768;

/// Returns true. Throws std::length_error with the memory needed if no ordinary machine can store
/// d² doubles.
inline bool checked_square(std::size_t d) {
  if (d <= kMaxFullDimension) return true;
  const double gigabytes = 8e-9 * static_cast<double>(d) * static_cast<double>(d);
  throw std::length_error("a full matrix of " + std::to_string(d) + " features needs " +
                          std::to_string(static_cast<unsigned long long>(gigabytes)) +
                          " GB (the limit is " + std::to_string(kMaxFullDimension) +
                          " features) — use the diagonal form, or fewer features");
}

}  // namespace querent
