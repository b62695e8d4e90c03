// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// SHA-256 of the graph and of every option that the result depends on (so not of the threads).
std::string embedding_key(const Graph& graph, const EmbeddingOptions& options);

/// embed(), or what an earlier call with the same key left in `directory`, which is created when
/// missing. A file there is written whole or not at all and carries a checksum: a damaged one, one
/// that does not fit the graph and one that another user can have written are computed anew. That
/// nothing can be written there is not an error: `Embedding::cache` says so.
Embedding embed_cached(const Graph& graph, const EmbeddingOptions& options,
                       const std::filesystem::path& directory);

/// What embed_cached() has left in `directory` under this key, of n nodes; none where it is not
/// there or not whole.
std::optional<Embedding> cached_embedding(const std::string& key, std::uint64_t n,
                                          const std::filesystem::path& directory);

}  // namespace querent
