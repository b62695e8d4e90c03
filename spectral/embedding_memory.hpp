// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What embed() takes at its peak by block Lanczos, in bytes, the graph and the rows included: an
/// estimate, some tenth more than was measured.
struct EmbeddingMemory {
  std::uint64_t whole = 0;      ///< as it is without a limit
  std::uint64_t restarted = 0;  ///< with as few vectors as will do
  std::uint64_t scratch = 0;    ///< with the vectors in a file, and
  std::uint64_t file = 0;       ///< what that takes there
};
EmbeddingMemory embedding_memory(const Graph& graph, const EmbeddingOptions& options);

}  // namespace querent
