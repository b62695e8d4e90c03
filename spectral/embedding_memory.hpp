// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The peak memory of embed() with block Lanczos, in bytes, with graph and rows: an estimate, about
/// a tenth more than was measured.
struct EmbeddingMemory {
  std::uint64_t whole = 0;      ///< without a limit
  std::uint64_t restarted = 0;  ///< with the smallest number of vectors
  std::uint64_t scratch = 0;    ///< with the vectors in a file, and
  std::uint64_t file = 0;       ///< the size of that file
};
EmbeddingMemory embedding_memory(const Graph& graph, const EmbeddingOptions& options);

}  // namespace querent
