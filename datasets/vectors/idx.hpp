// SPDX-License-Identifier: Apache-2.0
// The IDX format of the MNIST and USPS digits: two zero bytes, the number type, the number of
// dimensions, each dimension in 4 bytes, then the numbers; all big-endian. An array of two or more
// dimensions holds rows (images), a one-dimensional array holds labels.
#pragma once

#include <filesystem>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// True if `head` begins with the magic number of IDX: 0, 0, a type, 1 … 8 dimensions.
bool looks_like_idx(std::string_view head);

/// `labels` is the label file; "" means the file beside the rows with "labels-idx1" instead of
/// "images-idx3" in its name, or no labels, with a note.
RowSource open_idx(Input input, const std::filesystem::path& labels);

}  // namespace querent
