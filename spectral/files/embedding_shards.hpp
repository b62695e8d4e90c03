// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <querent/graph/node_names.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rows of some nodes of an embedding: two files of the directory, with their checksums.
struct EmbeddingShard {
  std::uint64_t nodes = 0;   ///< rows of the shard
  std::string rows_sha256;   ///< of rows-NNNN.npy, hexadecimal
  std::string nodes_sha256;  ///< of nodes-NNNN.tsv
};

/// An embedding in a directory NAME.shards, written by many processes:
///
///   rows-0000.npy, nodes-0000.tsv, …   the files of write_embedding, for some nodes each
///   manifest.json                      eigenvalues, residuals, and each file's SHA-256
struct EmbeddingShards {
  std::string source;                                    ///< the graph's name
  LaplacianKind laplacian = LaplacianKind::kNormalized;  ///< whose eigenpairs were computed
  Embedding embedding;                 ///< with rows after reading, without rows in a manifest
  NodeNames names;                     ///< the ids, one per row, after reading
  std::vector<EmbeddingShard> shards;  ///< in the order of the nodes
};

/// Writes the two files of shard `index` into `directory`.
EmbeddingShard write_shard(const std::filesystem::path& directory, std::size_t index,
                           const Embedding::Rows& rows, const NodeNames& names);
/// Writes the manifest: the last file of the directory.
void write_manifest(const std::filesystem::path& directory, const EmbeddingShards& shards);

/// Whether `path` is a directory with such a manifest.
bool is_embedding_shards(const std::filesystem::path& path);
/// Reads the manifest and the ids, without rows, and compares the checksums of all files.
/// CorruptError if a file is missing, has another checksum than in the manifest, or another
/// version; IoError.
EmbeddingShards open_embedding_shards(const std::filesystem::path& directory);
/// The rows of shard `index`. CorruptError if the shape differs from the manifest's, and for
/// numbers that are not finite.
Embedding::Rows read_shard(const std::filesystem::path& directory, const EmbeddingShards& shards,
                           std::size_t index);
/// The first row of each shard, ascending from 0; shards without rows are left out.
std::vector<std::uint32_t> first_rows(const EmbeddingShards& shards);
/// Reads all of it.
EmbeddingShards read_embedding_shards(const std::filesystem::path& directory);

}  // namespace querent
