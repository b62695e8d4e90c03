// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <Eigen/Core>

#include <querent/spectral/embedding.hpp>

namespace querent::spectral {

/// The smallest tolerance, relative to the norm of L, that floats and one or two filters in double
/// reach; for smaller ones the vectors of block Lanczos are doubles.
inline constexpr double kFloatsReach = 2e-7;

/// Where the vectors of block Lanczos are stored, and how many it may keep.
struct BasisStorage {
  Eigen::Index most_columns = 0;       ///< 0: the fastest number
  std::filesystem::path scratch = {};  ///< a directory for a file of them; empty: in memory
  bool rows_by_slabs = false;          ///< they stay there, and rows are computed a few at a time
};

/// Vectors that block Lanczos keeps at most for `count` pairs, without a limit.
Eigen::Index usual_columns(Eigen::Index count);

/// By options.memory_limit and options.scratch: in memory if all fits, otherwise in the file,
/// otherwise with restarts. LimitError, with the memory needed, if none of them fits.
BasisStorage basis_storage(const Graph& graph, const EmbeddingOptions& options);

}  // namespace querent::spectral
