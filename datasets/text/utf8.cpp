// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/utf8.hpp>

#include <array>

namespace querent {

std::pair<char32_t, std::size_t> first_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {0xfffd, 1};
  char32_t c = lead & (0xffU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0U) != 0x80) return {0xfffd, 1};
    c = c << 6U | (byte(k) & 0x3fU);
  }
  if (c < kLeast[length] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return {0xfffd, 1};
  return {c, length};
}

}  // namespace querent
