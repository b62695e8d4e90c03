// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/vectors/transform/row_transform.hpp>
#include <querent/datasets/vectors/vector_data.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Fits `transform`, one pass per scaling that learns from all rows, and returns the transformed
/// rows. The layout is kept, but hashed rows are sparse; a bias adds one feature.
VectorData transform_rows(VectorData data, RowTransform& transform);

/// Applies a fitted `transform` to every row. Only the transform's buffers change, not its fitted
/// state.
VectorData apply_to_rows(VectorData data, RowTransform& transform);

}  // namespace querent
