// SPDX-License-Identifier: Apache-2.0
// The position of each item on a map: principal axes of its row, without a layout algorithm.
//
//   x_i ← the row's first 20 columns at length 1 (the smoothest eigenvectors of a graph; at length
//         1 a hub lies within its community),
//   p_i = (x_i − x̄) · (two leading eigenvectors of the covariance), over the largest |p|
#pragma once

#include <array>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// One position per item, in [−1, 1]². For sparse rows the 20 columns with the most entries are
/// used.
std::vector<std::array<float, 2>> layout_of(const Items& items);

}  // namespace querent
