// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/printable.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>

namespace querent {

namespace {

struct Range {
  std::uint32_t first, last;
};
// Beside the control characters: what Unicode gives to turn lines around (UAX 9), to hide, and to
// end a line or paragraph.
constexpr std::array<Range, 9> kUnseen{{{0x80, 0x9f},
                                         {0x61c, 0x61c},
                                         {0x200b, 0x200b},
                                         {0x200e, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2060, 0x206f},
                                         {0xfeff, 0xfeff},
                                         {0xfff9, 0xfffb},
                                         {0xe0000, 0xe007f}}};

bool unseen(std::uint32_t point) {
  return std::any_of(kUnseen.begin(), kUnseen.end(), [&](const Range& range) {
    return point >= range.first && point <= range.last;
  });
}

// The bytes that the first character of `text` has; 0 when it is not UTF-8.
std::size_t length_of_first(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return valid_utf8_prefix(text.substr(0, length)) == length ? length : 0;
}

std::uint32_t code_point(std::string_view character) {
  constexpr std::array<std::uint32_t, 5> kLeadBits{0, 0x7f, 0x1f, 0x0f, 0x07};
  std::uint32_t point =
      static_cast<unsigned char>(character.front()) & kLeadBits[character.size()];
  for (const char c : character.substr(1)) point = point << 6 | (static_cast<unsigned char>(c) & 0x3fU);
  return point;
}

}  // namespace

std::string printable(std::string_view text, std::string_view kept) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = length_of_first(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    const auto byte = static_cast<unsigned char>(character.front());
    if (length == 0 || ((byte < 0x20 || byte == 0x7f) && kept.find(character) == kept.npos)) {
      shown += fmt::format("\\x{:02x}", byte);
    } else if (const std::uint32_t point = code_point(character); unseen(point)) {
      shown += point > 0xffff ? fmt::format("\\U{:08x}", point) : fmt::format("\\u{:04x}", point);
    } else {
      shown += character;
    }
  }
  return shown;
}

}  // namespace querent
