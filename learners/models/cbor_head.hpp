// SPDX-License-Identifier: Apache-2.0
// The head of a CBOR value (RFC 8949, §3): its major type in three bits, and a number in the other
// five or in the 1, 2, 4 or 8 bytes that follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace querent::cbor {

enum Major : unsigned { kUnsigned, kNegative, kBytes, kText, kArray, kMap, kTag, kSimple };
inline constexpr unsigned char kFalse = 0xf4, kTrue = 0xf5, kNull = 0xf6, kDouble = 0xfb,
                               kOpenMap = 0xbf, kBreak = 0xff;

inline unsigned char byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

/// The first one to nine bytes of a value.
struct Head {
  unsigned major;
  std::uint64_t value;
  std::size_t size;
};

/// Returns nullopt if the bytes end within the head or begin with a value that model files never
/// use.
inline std::optional<Head> head_of(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const unsigned first = byte_at(bytes, 0), low = first & 31;
  Head head{.major = first >> 5, .value = low, .size = 1};
  if (low < 24) return head;
  if (low > 27) return std::nullopt;
  head.size += std::size_t{1} << (low - 24);
  if (bytes.size() < head.size) return std::nullopt;
  head.value = 0;
  for (std::size_t i = 1; i < head.size; ++i) head.value = head.value << 8 | byte_at(bytes, i);
  return head;
}

}  // namespace querent::cbor
