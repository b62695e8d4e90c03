// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include <querent/datasets/vectors/cache/row_cache_format.hpp>

namespace querent::testing {

/// The bytes of a row cache with correct checksums, as far as there is room for them.
inline std::string with_row_checksums(std::string bytes) {
  using namespace row_cache;
  if (bytes.size() < sizeof(FileHeader) + sizeof(Trailer)) return bytes;
  const std::size_t end = bytes.size() - sizeof(Trailer);
  Trailer trailer;
  std::memcpy(&trailer, bytes.data() + end, sizeof(trailer));
  const std::uint64_t names = std::min<std::uint64_t>(trailer.names_at, end);
  trailer.names_checksum = checksum(std::string_view(bytes).substr(names, end - names));
  std::memcpy(bytes.data() + end, &trailer, sizeof(trailer));
  for (std::uint64_t at = sizeof(FileHeader); at + sizeof(BlockHeader) <= names;) {
    BlockHeader header;
    std::memcpy(&header, bytes.data() + at, sizeof(header));
    const std::uint64_t left = names - at - sizeof(header);
    const std::uint64_t body = std::min(header.bytes(), left);
    header.checksum = block_checksum(header, {bytes.data() + at + sizeof(header), body});
    std::memcpy(bytes.data() + at, &header, sizeof(header));
    at += sizeof(header) + body;
  }
  return bytes;
}

}  // namespace querent::testing
