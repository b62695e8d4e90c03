// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace [[gnu::visibility("default")]] querent {

/// The tag of RFC 8746 that gives the element type of a byte string, all little-endian.
template <class T>
constexpr std::uint64_t kArrayTag = [] {
  static_assert(std::is_arithmetic_v<T>);
  if constexpr (std::is_same_v<T, double>) return 86;
  if constexpr (std::is_same_v<T, float>) return 85;
  if constexpr (std::is_same_v<T, std::uint8_t>) return 64;
  if constexpr (std::is_same_v<T, std::uint32_t>) return 70;
  if constexpr (std::is_same_v<T, std::uint64_t>) return 71;
  if constexpr (std::is_same_v<T, std::int32_t>) return 78;
}();
/// [[rows, columns], typed array], stored by rows (RFC 8746, 3.1.1).
inline constexpr std::uint64_t kMatrixTag = 40;
/// The tag of self-described CBOR (RFC 8949, 3.4.6): the first bytes of a file.
inline constexpr std::uint64_t kSelfDescribed = 55799;

/// Writes the part of CBOR (RFC 8949) that model files use, in the shortest form. Maps have
/// indefinite length, everything else definite length.
class CborWriter {
 public:
  void unsigned_integer(std::uint64_t value) { head(0, value); }  ///< major type 0
  /// Major type 0, or 1 if negative.
  void integer(std::int64_t value) {
    value >= 0 ? head(0, static_cast<std::uint64_t>(value))
               : head(1, static_cast<std::uint64_t>(-(value + 1)));
  }
  /// Simple value 20 or 21.
  void boolean(bool value) { bytes_.push_back(static_cast<char>(value ? 0xf5 : 0xf4)); }
  void null() { bytes_.push_back(static_cast<char>(0xf6)); }  ///< simple value 22
  /// Always a double of 8 bytes.
  void number(double value) {
    bytes_.push_back(static_cast<char>(0xfb));
    big_endian(std::bit_cast<std::uint64_t>(value), 8);
  }
  /// Major type 3; `value` is UTF-8.
  void text(std::string_view value) {
    head(3, value.size());
    bytes_ += value;
  }
  /// Major type 2.
  void byte_string(std::string_view value) {
    head(2, value.size());
    bytes_ += value;
  }
  void tag(std::uint64_t number) { head(6, number); }  ///< marks the next value
  void array(std::uint64_t size) { head(4, size); }    ///< the next `size` values are its elements
  /// Keys and values in turn, until end_map().
  void begin_map() { bytes_.push_back(static_cast<char>(0xbf)); }
  void end_map() { bytes_.push_back(static_cast<char>(0xff)); }  ///< ends the innermost map

  /// A tagged byte string of little-endian numbers (RFC 8746).
  template <class T>
  void typed_array(std::span<const T> values) {
    tag(kArrayTag<T>);
    head(2, values.size_bytes());
    if constexpr (std::endian::native == std::endian::little) {
      if (values.empty()) return;
      const std::size_t at = bytes_.size();
      bytes_.resize(at + values.size_bytes());
      std::memcpy(bytes_.data() + at, values.data(), values.size_bytes());
    } else {
      for (const T& value : values) {
        char turned[sizeof(T)];
        std::memcpy(turned, &value, sizeof(T));
        bytes_.append(std::reverse_iterator(turned + sizeof(T)), std::reverse_iterator(turned));
      }
    }
  }

  const std::string& bytes() const { return bytes_; }  ///< the bytes written so far
  /// The same; leaves the writer empty.
  std::string take() { return std::move(bytes_); }

 private:
  void big_endian(std::uint64_t value, int size) {
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<char>(value >> shift & 0xff));
  }
  void head(unsigned major, std::uint64_t value) {
    const auto first = [&](unsigned low) { bytes_.push_back(static_cast<char>(major << 5 | low)); };
    if (value < 24) return first(static_cast<unsigned>(value));
    int size = 1;
    for (unsigned low = 24; low < 28; ++low, size *= 2) {
      if (size < 8 && value >> (8 * size) != 0) continue;
      first(low);
      return big_endian(value, size);
    }
  }

  std::string bytes_;
};

}  // namespace querent
