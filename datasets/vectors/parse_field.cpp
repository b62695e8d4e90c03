// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/parse_field.hpp>

#include <cmath>

#include <fmt/format.h>

namespace querent {

namespace {

// Length of the UTF-8 sequence that `text` begins with (Unicode 15, table 3-7), or 0.
std::size_t utf8_length(std::string_view text) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto in = [&](std::size_t i, unsigned low, unsigned high) {
    return at(i) >= low && at(i) <= high;
  };
  const unsigned lead = at(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return in(1, 0x80, 0xbf) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80, high = lead == 0xed ? 0x9f : 0xbf;
    return in(1, low, high) && in(2, 0x80, 0xbf) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80, high = lead == 0xf4 ? 0x8f : 0xbf;
    return in(1, low, high) && in(2, 0x80, 0xbf) && in(3, 0x80, 0xbf) ? 4 : 0;
  }
  return 0;
}

}  // namespace

void check_text(std::string_view line, std::uint64_t line_number) {
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == '\0') throw FieldError{line_number, i + 1, "expected text, found a NUL byte"};
    const std::size_t length = utf8_length(line.substr(i));
    if (length == 0) {
      throw FieldError{
          line_number, i + 1,
          fmt::format("expected UTF-8 text, found the byte 0x{:02x} — convert the file to UTF-8",
                      static_cast<unsigned char>(line[i]))};
    }
    i += length;
  }
}

std::string canonical_number(double value) {
  if (value == std::trunc(value) && std::abs(value) < 0x1p53) {
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }
  return fmt::format("{}", value);
}

}  // namespace querent
