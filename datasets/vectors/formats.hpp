// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The format to read `input` in: as asked for, or as its first bytes show. DataError names a guess
/// that cannot be right; options that the format does not have are std::invalid_argument.
VectorFormat resolve_format(Input& input, const VectorOptions& options);

/// Opens the rows of `input` as `format`.
RowSource open_rows(Input input, VectorFormat format, const VectorOptions& options);

}  // namespace querent
