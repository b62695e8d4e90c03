// SPDX-License-Identifier: Apache-2.0
// The IDX format of the MNIST and USPS digits: 0, 0, the type of the numbers, the number of
// dimensions, each dimension in 4 bytes, the numbers; all big-endian. An array of two or more
// dimensions holds rows (images), one of one their labels.
#pragma once

#include <filesystem>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whether a file that begins with `head` has the magic number of IDX: 0, 0, a type, 1 … 8
/// dimensions.
bool looks_like_idx(std::string_view head);

/// `labels` is the file of the labels; "": the one beside the rows with "labels-idx1" for
/// "images-idx3" in its name, or none, which is noted.
RowSource open_idx(Input input, const std::filesystem::path& labels);

}  // namespace querent
