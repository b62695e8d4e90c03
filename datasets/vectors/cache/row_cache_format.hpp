// SPDX-License-Identifier: Apache-2.0
// The file layout of a row cache, shared by its writer and its reader.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <querent/datasets/vectors/cache/row_cache.hpp>

namespace querent::row_cache {

inline constexpr std::uint64_t kMagic = 0x53574f5254524551;  // "QERTROWS" on little-endian machines
inline constexpr std::uint64_t kVersion = 4;

struct FileHeader {
  std::uint64_t magic = kMagic, version = kVersion;
  CacheKey key;
};

struct BlockHeader {
  std::uint64_t rows = 0, labels = 0, indices = 0, values = 0, lines = 0;
  std::uint64_t underflows = 0, missing_values = 0, query_ids = 0;
  std::uint64_t checksum = 0;  // block_checksum()

  std::uint64_t bytes() const {
    return rows * sizeof(RowEnd) + labels * 4 + indices * 4 + values * 8;
  }
};

struct Trailer {
  std::uint64_t names_at = 0, names_bytes = 0, names_checksum = 0, magic = kMagic;
};

/// XXH3 of some bytes.
inline std::uint64_t checksum(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

template <class T>
std::string_view bytes_of(const T& object) {
  static_assert(std::is_trivially_copyable_v<T>);
  return {reinterpret_cast<const char*>(&object), sizeof(T)};
}

/// Checksum of a block's header and of the bytes after it.
inline std::uint64_t block_checksum(BlockHeader header, std::string_view body) {
  header.checksum = 0;
  return XXH3_64bits_withSeed(body.data(), body.size(), checksum(bytes_of(header)));
}

}  // namespace querent::row_cache
