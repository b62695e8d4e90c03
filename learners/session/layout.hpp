// SPDX-License-Identifier: Apache-2.0
// The position of each item on a map: principal axes of its row, without a layout algorithm.
//
//   x_i ← 20 columns of the row at length 1 (of a graph the smoothest eigenvectors; at length 1 a
//         hub lies within its community)
//     a graph:       the first columns
//     dense rows:    the columns of largest variance
//     sparse rows:   the columns with the most entries
//   p_i = (x_i − x̄) · (two leading eigenvectors of the covariance), over the largest |p|
#pragma once

#include <array>
#include <vector>

#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

/// One position per item, in [−1, 1]².
std::vector<std::array<float, 2>> layout_of(const Items& items);

}  // namespace querent
