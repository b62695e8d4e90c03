// SPDX-License-Identifier: Apache-2.0
// Decimal text to the nearest double, round-half-even, as strtod gives it in the "C" locale.
//
// Most numbers of data files are short. With mantissa w < 2^53 and |e| ≤ 22 both w and 10^|e| are
// doubles, so the single rounding of w · 10^e or w / 10^-e is correct (Clinger, How to Read
// Floating Point Numbers Accurately, PLDI 1990). All other numbers go to scan_number().
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <querent/datasets/text/number.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Equal to scan_number(), but faster for short numbers.
Scanned scan_short_number(std::string_view token);

namespace number_detail {

inline constexpr std::array<double, 23> kPowersOfTen = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

inline std::uint64_t load_eight(const char* p) {
  std::uint64_t word;
  std::memcpy(&word, p, 8);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Maps bytes '0' … '9' to 0 … 9; in `others`, the high bit of each byte that is not a digit is
/// set.
struct EightBytes {
  explicit EightBytes(const char* p)
      : digits(load_eight(p) ^ 0x3030303030303030u),
        others((((digits & 0x7f7f7f7f7f7f7f7fu) + 0x7676767676767676u) | digits) &
               0x8080808080808080u) {}
  std::uint64_t digits;
  std::uint64_t others;
};

/// The number of eight digits 0 … 9, the first in the lowest byte.
inline std::uint32_t join_eight(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  constexpr std::uint64_t kMask = 0x000000ff000000ffu;
  digits = (digits & kMask) * 0x000f424000000064u + ((digits >> 16) & kMask) * 0x0000271000000001u;
  return static_cast<std::uint32_t>(digits >> 32);
}

}  // namespace number_detail

/// Bytes that must be readable after every text given to scan_index() and scan_decimal().
inline constexpr std::size_t kScanPadding = 8;

/// Reads 1 to 7 digits at p. Returns the position of the first non-digit, or nullptr for other
/// kinds of numbers.
inline const char* scan_index(const char* p, std::uint32_t& value) {
  const number_detail::EightBytes bytes(p);
  const auto bits = static_cast<unsigned>(std::countr_zero(bytes.others));  // 8 · digits + 7
  if (bits == 64 || bits == 7) return nullptr;
  value = number_detail::join_eight(bytes.digits << (71 - bits));
  return p + (bits >> 3);
}

/// Reads digits or digits.digits of at most 7 characters at p, correctly rounded. Returns the
/// position after them, or nullptr for other text (longer, signed, with an exponent, or not a
/// number).
inline const char* scan_decimal(const char* p, double& value) {
  const number_detail::EightBytes bytes(p);
  const std::uint64_t lowest = bytes.others & (~bytes.others + 1);
  const auto bits = static_cast<unsigned>(std::countr_zero(bytes.others));
  if (bits == 64 || bits == 7) return nullptr;
  if (p[bits >> 3] != '.') {
    value = number_detail::join_eight(bytes.digits << (71 - bits));
    return p + (bits >> 3);
  }
  const std::uint64_t rest = bytes.others ^ lowest;
  if (rest == 0) return nullptr;
  const auto end = static_cast<unsigned>(std::countr_zero(rest));
  const std::uint64_t before = (lowest >> 7) - 1;  // the bytes before the point
  const std::uint64_t digits = (bytes.digits & before) | ((bytes.digits >> 8) & ~before);
  value = static_cast<double>(number_detail::join_eight(digits << (79 - end))) /
          number_detail::kPowersOfTen[(end - bits) / 8 - 1];
  return p + (end >> 3);
}

}  // namespace querent
