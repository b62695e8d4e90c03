// SPDX-License-Identifier: Apache-2.0
// Rows from NumPy arrays: a .npy file of one array of rows × features, its labels in a second file.
#pragma once

#include <filesystem>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace querent {

/// `labels` is the .npy file of the labels, one a row; "": the rows are unlabelled, which is noted.
RowSource open_npy(Input input, const std::filesystem::path& labels);

}  // namespace querent
