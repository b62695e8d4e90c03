// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <Eigen/Core>

#include <querent/spectral/embedding.hpp>

namespace querent::spectral {

/// The least tolerance, beside the norm of L, that floats and one or two filters in double reach;
/// below it the vectors of block Lanczos are doubles.
inline constexpr double kFloatsReach = 2e-7;

/// Where the vectors of block Lanczos lie, and how many it may hold.
struct BasisStorage {
  Eigen::Index most_columns = 0;       ///< 0: as many as it does best with
  std::filesystem::path scratch = {};  ///< a directory for a file of them; empty: in memory
  bool rows_by_slabs = false;  ///< they stay there, and rows are made of them some at a time
};

/// Vectors that block Lanczos holds at most for `count` pairs, where nothing limits it.
Eigen::Index usual_columns(Eigen::Index count);

/// By options.memory_limit and options.scratch: in memory where all fits, then in the file, else
/// with restarts. LimitError, with what would be needed, where nothing helps.
BasisStorage basis_storage(const Graph& graph, const EmbeddingOptions& options);

}  // namespace querent::spectral
