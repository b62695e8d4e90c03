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

#include <querent/spectral/embedding_shards.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rows of an embedding in shards, of which every thread that asks holds one shard at a time:
/// cheap in any order that goes from shard to shard, whatever the order within each.
class ShardedRows {
 public:
  /// `shards`: what open_embedding_shards(directory) gave.
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
  std::vector<std::size_t> number_;  // of the shard that begins there
  mutable std::mutex mutex_;         // of held_; what a thread holds is its own
  mutable std::unordered_map<std::thread::id, std::unique_ptr<Held>> held_;
};

}  // namespace querent
