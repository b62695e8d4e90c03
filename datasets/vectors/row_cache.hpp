// SPDX-License-Identifier: Apache-2.0
// A binary copy of parsed rows, read at the speed of memory. It belongs to one user, one machine
// and one version of its source, and can be removed at any time. Checksums find damage; who writes
// the file can make them again, so that what is relied on is looked at, too: sizes, ascending rows
// and indices, finite values, labels that have a name. Another value in its place is not found.
//
//   header   magic, version, what the source was (size, time of change, first 64 KiB, options)
//   blocks   sizes, counts, checksum of these and of what follows: row ends, labels, indices, values as they lie in memory
//   names    labels and features, notes; checksum
//   trailer  where the names begin, magic
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <querent/datasets/vectors/format.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What a cache was made of.
struct CacheKey {
  std::uint64_t size = 0;     ///< of the source, bytes
  std::uint64_t changed = 0;  ///< time of its last change (ctime), ns: it moves with every write
  std::uint64_t head = 0;     ///< checksum of its first 64 KiB
  std::uint64_t options = 0;  ///< checksum of the format and of how it is read
  friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

/// The key of `source` as it is now. IoError when it is not there.
CacheKey cache_key(const std::filesystem::path& source, const VectorFormat& format,
                   const VectorOptions& options);

/// A block whose checksum is wrong, or whose rows cannot be. Thrown by the blocks of
/// open_row_cache().
class CacheDamage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a cache beside its final place; it appears there with commit().
class RowCacheWriter {
 public:
  /// `path` is where the cache will be after commit(). IoError.
  RowCacheWriter(const std::filesystem::path& path, const CacheKey& key);
  RowCacheWriter(RowCacheWriter&&) noexcept;
  RowCacheWriter& operator=(RowCacheWriter&&) noexcept;
  ~RowCacheWriter();
  /// The labels of `block` are numbers into the names given to commit().
  void add(const RowBlock& block, RowLayout layout);
  /// Writes names and trailer, and puts the file in its place. IoError.
  void commit(const RowSource& source, const std::vector<std::string>& label_names);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// An open cache.
struct CachedRows {
  RowSource source;                      ///< as that of the file the cache was made of
  std::vector<std::string> label_names;  ///< all of them; the blocks' labels are numbers into it
};

/// Nothing when there is no cache at `path`, none of this key, or one that another user can have
/// written (OwnFile); `why` then says what is wrong with it, "" if absent. `options` are those of
/// the key, `threads` read.
std::optional<CachedRows> open_row_cache(const std::filesystem::path& path, const CacheKey& key,
                                         const VectorOptions& options, std::string& why);

}  // namespace querent
