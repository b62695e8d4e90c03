// SPDX-License-Identifier: Apache-2.0
// Where each item is drawn on a map: principal axes of its row, without a layout.
//
//   x_i ← the row's first 20 columns at length 1 (the smoothest eigenvectors of a graph; at length
//         1 a hub lies where its community does),
//   p_i = (x_i − x̄) · (two leading eigenvectors of the covariance), over the largest |p|
#pragma once

#include <array>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// One an item, in [−1, 1]². Of sparse rows the 20 columns with most entries.
std::vector<std::array<float, 2>> places_of(const Items& items);

}  // namespace querent
