// SPDX-License-Identifier: Apache-2.0
// A binary copy of parsed rows, read at memory speed. It belongs to one user, one machine and one
// version of its source, and can be removed at any time. Checksums detect damage but can be forged,
// so everything the program relies on is checked, too: sizes, ascending rows and indices, finite
// values, labels with names. A changed value is not detected.
//
//   header   magic, version, key of the source (size, time of change, first 64 KiB, options)
//   blocks   sizes, counts, checksum of the block; row ends, labels, indices, values as in memory
//   names    labels and features, notes; checksum
//   trailer  offset of the names, magic
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

/// Identifies the source of a cache.
struct CacheKey {
  std::uint64_t size = 0;     ///< bytes of the source
  std::uint64_t changed = 0;  ///< time of last change (ctime) in ns, which every write advances
  std::uint64_t head = 0;     ///< checksum of its first 64 KiB
  std::uint64_t options = 0;  ///< checksum of the format and its options
  friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

/// The key of `source` in its present state. Throws IoError if it is missing.
CacheKey cache_key(const std::filesystem::path& source, const VectorFormat& format,
                   const VectorOptions& options);

/// A block has a wrong checksum or impossible rows. Thrown by the blocks of open_row_cache().
class CacheDamage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes a cache beside its final path; commit() moves it there.
class RowCacheWriter {
 public:
  /// `path` is the final path after commit(). Throws IoError.
  RowCacheWriter(const std::filesystem::path& path, const CacheKey& key);
  RowCacheWriter(RowCacheWriter&&) noexcept;
  RowCacheWriter& operator=(RowCacheWriter&&) noexcept;
  ~RowCacheWriter();
  /// The labels of `block` are indices into the names passed to commit().
  void add(const RowBlock& block, RowLayout layout);
  /// Writes names and trailer, and moves the file to its path. Throws IoError.
  void commit(const RowSource& source, const std::vector<std::string>& label_names);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// An open cache.
struct CachedRows {
  RowSource source;                      ///< equal to that of the original file
  std::vector<std::string> label_names;  ///< all labels; the blocks' labels are indices into it
};

/// Returns nullopt if `path` has no cache, it has another key, or another user may have
/// written it (OwnFile); `why` is then the reason, "" if it is absent. `options` are those of the
/// key; only its `threads` is used.
std::optional<CachedRows> open_row_cache(const std::filesystem::path& path, const CacheKey& key,
                                         const VectorOptions& options, std::string& why);

}  // namespace querent
