// SPDX-License-Identifier: Apache-2.0
// Rows from NumPy arrays: a .npy file with an array of rows × features and its labels in a second
// file, or a .npz archive with both. Further dimensions (images) count as features.
#pragma once

#include <filesystem>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// `labels` is the .npy file with one label per row; "": the rows are unlabelled, with a note.
RowSource open_npy(Input input, const std::filesystem::path& labels);

/// The rows are the array X, x, X_train, x_train or features of the archive; the labels are in the
/// file `labels`, or in the array y, Y, y_train, Y_train or labels.
RowSource open_npz(Input input, const std::filesystem::path& labels);

}  // namespace querent
