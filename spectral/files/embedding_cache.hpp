// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// SHA-256 of the graph and of every option that changes the result (so not of the threads).
std::string embedding_key(const Graph& graph, const EmbeddingOptions& options);

/// embed(), or the result of an earlier call with the same key from `directory`, which is created
/// if missing. A file there is written completely or not at all and has a checksum. The embedding
/// is computed again if the file is damaged, does not fit the graph or could have been written by
/// another user. An unwritable directory is not an error: `Embedding::cache` reports it.
Embedding embed_cached(const Graph& graph, const EmbeddingOptions& options,
                       const std::filesystem::path& directory);

/// The file of embed_cached() in `directory` with this key, for n nodes; empty if it does not exist
/// or is incomplete.
std::optional<Embedding> cached_embedding(const std::string& key, std::uint64_t n,
                                          const std::filesystem::path& directory);

}  // namespace querent
