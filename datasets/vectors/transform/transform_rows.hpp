// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/vectors/transform/row_transform.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Every row as `transform` makes it, after a pass for each scaling that is fitted to all of them.
/// The layout stays, but hashed rows are sparse; with a bias there is one feature more.
VectorData transform_rows(VectorData data, RowTransform& transform);

/// Every row as a fitted `transform` makes it. The transform's buffers change, nothing of what it
/// has learnt.
VectorData apply_to_rows(VectorData data, RowTransform& transform);

}  // namespace querent
