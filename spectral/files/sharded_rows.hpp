// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>
#include <vector>

#include <querent/spectral/files/embedding_shards.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rows of an embedding in shards. Every thread that reads rows keeps one shard at a time, so
/// orders that go from shard to shard are fast, with any order within each.
class ShardedRows {
 public:
  /// `shards`: the result of open_embedding_shards(directory).
  ShardedRows(std::filesystem::path directory, EmbeddingShards shards);

  /// Row i; valid until the same thread asks for a row of another shard. CorruptError, IoError.
  std::span<const double> row(std::uint32_t i) const;

 private:
  struct Held {
    std::size_t place;  // in first_
    Embedding::Rows rows;
  };

  std::filesystem::path directory_;
  EmbeddingShards shards_;
  std::vector<std::uint32_t> first_;
  std::vector<std::size_t> number_;  // of the shard that begins at the same place of first_
  mutable std::mutex mutex_;         // of held_; the shard of a thread belongs to the thread
  mutable std::unordered_map<std::thread::id, std::unique_ptr<Held>> held_;
};

}  // namespace querent
