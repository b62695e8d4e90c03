// SPDX-License-Identifier: Apache-2.0
// Rows from NumPy arrays: a .npy file of one array of rows × features with its labels in a second
// file, or a .npz archive of both. Further dimensions (images) count as features.
#pragma once

#include <filesystem>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// `labels` is the .npy file of the labels, one a row; "": the rows are unlabelled, which is noted.
RowSource open_npy(Input input, const std::filesystem::path& labels);

/// The rows are the array X, x, X_train, x_train or features of the archive; the labels those of
/// the file `labels`, or the array y, Y, y_train, Y_train or labels.
RowSource open_npz(Input input, const std::filesystem::path& labels);

}  // namespace querent
