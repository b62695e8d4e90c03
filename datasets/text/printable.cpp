// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/printable.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include <querent/datasets/text/utf8.hpp>

namespace querent {

namespace {

struct Range {
  std::uint32_t first, last;
};
// Besides control characters: Unicode characters that change the text direction (UAX 9), are
// invisible, or end a line or paragraph.
constexpr std::array<Range, 10> kUnseen{{{0x80, 0x9f},
                                         {0xad, 0xad},
                                         {0x61c, 0x61c},
                                         {0x200b, 0x200b},
                                         {0x200e, 0x200f},
                                         {0x2028, 0x202e},
                                         {0x2060, 0x206f},
                                         {0xfeff, 0xfeff},
                                         {0xfff9, 0xfffb},
                                         {0xe0000, 0xe007f}}};

bool unseen(char32_t point) {
  return std::ranges::any_of(
      kUnseen, [&](const Range& range) { return point >= range.first && point <= range.last; });
}

}  // namespace

std::string printable(std::string_view text, std::string_view kept) {
  std::string shown;
  while (!text.empty()) {
    const auto [point, length] = first_character(text);
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    const bool broken = point == 0xfffd && length == 1;
    if (broken || ((point < 0x20 || point == 0x7f) && kept.find(character) == kept.npos)) {
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(character.front()));
    } else if (unseen(point)) {
      const auto number = static_cast<std::uint32_t>(point);
      shown +=
          number > 0xffff ? fmt::format("\\U{:08x}", number) : fmt::format("\\u{:04x}", number);
    } else {
      shown += character;
    }
  }
  return shown;
}

}  // namespace querent
