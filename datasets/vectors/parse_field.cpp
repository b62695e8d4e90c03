// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/parse_field.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>

namespace querent {

void check_text(std::string_view line, std::uint64_t line_number) {
  const std::size_t bad = std::min(valid_utf8_prefix(line), line.find('\0'));
  if (bad >= line.size()) return;
  if (line[bad] == '\0') {
    throw FieldError{line_number, bad + 1,
                     "expected text, found a NUL byte — save the file as UTF-8 text"};
  }
  throw FieldError{
      line_number, bad + 1,
      fmt::format("expected UTF-8 text, found the byte 0x{:02x} — save the file as UTF-8 text",
                  static_cast<unsigned char>(line[bad]))};
}

std::string canonical_number(double value) {
  if (value == std::trunc(value) && std::abs(value) < 0x1p53) {
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }
  return fmt::format("{}", value);
}

}  // namespace querent
