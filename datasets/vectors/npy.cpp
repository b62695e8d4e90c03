// SPDX-License-Identifier: Apache-2.0
// Reads the elements of NumPy's .npy format, after the header (npy_header.cpp).
#include <querent/datasets/vectors/npy.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/utf8.hpp>
#include <querent/datasets/vectors/byte_place.hpp>
#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

NpyArray::NpyArray(std::string_view bytes, std::string name)
    : bytes_(bytes), name_(std::move(name)), header_(parse_npy_header(bytes, name_)) {
  std::uint64_t claimed = 0;
  const std::uint64_t there = bytes_.size() - header_.data_offset;
  if (__builtin_mul_overflow(header_.count, std::uint64_t{header_.item_size}, &claimed) ||
      claimed != there) {
    throw DataError(
        byte_place(name_, there < claimed ? bytes_.size() : header_.data_offset + claimed),
        fmt::format("expected {} elements of {} bytes, found {} bytes — the file is truncated or "
                    "damaged, get it again",
                    header_.count, header_.item_size, there));
  }
}

Place NpyArray::place_of(std::uint64_t i) const {
  return byte_place(name_, header_.data_offset + i * header_.item_size);
}

template <typename T>
T NpyArray::load(std::uint64_t i) const {
  std::array<char, sizeof(T)> raw{};
  std::memcpy(raw.data(), bytes_.data() + header_.data_offset + i * header_.item_size, sizeof(T));
  if (header_.big_endian != (std::endian::native == std::endian::big)) std::ranges::reverse(raw);
  return std::bit_cast<T>(raw);
}

double NpyArray::number(std::uint64_t i) const {
  if (header_.kind == 'f') return header_.item_size == 4 ? double{load<float>(i)} : load<double>(i);
  if (header_.kind == 'u' && header_.item_size == 8)
    return static_cast<double>(load<std::uint64_t>(i));
  return static_cast<double>(integer(i));
}

std::int64_t NpyArray::integer(std::uint64_t i) const {
  const auto refuse = [&](const std::string& found) -> DataError {
    return {place_of(i),
            fmt::format("expected a whole number below 2^63, found {} — save the array as int64",
                        found)};
  };
  const bool is_signed = header_.kind == 'i';
  switch (header_.kind) {
    case 'b':
    case 'i':
    case 'u':
      switch (header_.item_size) {
        case 1:
          return is_signed ? std::int64_t{load<std::int8_t>(i)}
                           : std::int64_t{load<std::uint8_t>(i)};
        case 2:
          return is_signed ? std::int64_t{load<std::int16_t>(i)}
                           : std::int64_t{load<std::uint16_t>(i)};
        case 4:
          return is_signed ? std::int64_t{load<std::int32_t>(i)}
                           : std::int64_t{load<std::uint32_t>(i)};
        default: {
          const auto value = load<std::uint64_t>(i);
          if (!is_signed && value > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
            throw refuse(std::to_string(value));
          }
          return static_cast<std::int64_t>(value);
        }
      }
    case 'f': {
      const double value = number(i);
      if (!(std::abs(value) < 9.2e18) || value != std::trunc(value))
        throw refuse(fmt::format("{}", value));
      return static_cast<std::int64_t>(value);
    }
    default:
      throw refuse("the string " + in_quotes(text(i)));
  }
}

std::string NpyArray::text(std::uint64_t i) const {
  if (header_.kind == 'S' || header_.kind == 'U') {
    std::string result = header_.kind == 'S' ? raw_text(i) : decoded_text(i);
    const std::size_t bad = std::min(valid_utf8_prefix(result), result.find('\0'));
    if (bad < result.size()) {
      throw DataError(place_of(i), fmt::format("expected text in UTF-8 without NUL, found {} — in "
                                               "Python, save array.astype(str)",
                                               in_quotes(result)));
    }
    return result;
  }
  if (header_.kind == 'f') return canonical_number(number(i));
  if (header_.kind == 'u' && header_.item_size == 8) return std::to_string(load<std::uint64_t>(i));
  return std::to_string(integer(i));
}

std::string NpyArray::label(std::uint64_t i) const {
  if (header_.kind == 'f' && std::isinf(number(i)))
    throw DataError(place_of(i), "expected a label, found infinity — write NaN for an unknown one");
  return header_.kind == 'f' && std::isnan(number(i)) ? "" : text(i);
}

std::string NpyArray::raw_text(std::uint64_t i) const {
  std::string result(bytes_.substr(header_.data_offset + i * header_.item_size, header_.item_size));
  while (!result.empty() && result.back() == '\0') result.pop_back();
  return result;
}

std::string NpyArray::decoded_text(std::uint64_t i) const {
  std::string result;
  std::size_t last = 0;  // end of the text without zero padding
  for (std::uint64_t k = 0; k < header_.item_size / 4; ++k) {
    std::array<unsigned char, 4> raw{};
    std::memcpy(raw.data(), bytes_.data() + header_.data_offset + i * header_.item_size + 4 * k, 4);
    if (header_.big_endian) std::reverse(raw.begin(), raw.end());
    const std::uint32_t code = raw[0] | std::uint32_t{raw[1]} << 8 | std::uint32_t{raw[2]} << 16 |
                               std::uint32_t{raw[3]} << 24;
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
      throw DataError(place_of(i), fmt::format("expected Unicode text, found the code {:#x} — in "
                                               "Python, save array.astype(str)",
                                               code));
    }
    append_utf8(result, code);
    if (code != 0) last = result.size();
  }
  return result.substr(0, last);
}

}  // namespace querent
