// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/utf8.hpp>

#include <array>
#include <cstdlib>
#include <memory>

#include <utf8proc.h>

namespace querent {

std::pair<char32_t, std::size_t> first_character(std::string_view text) {
  utf8proc_int32_t c = 0;
  const utf8proc_ssize_t length =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(text.size()), &c);
  if (length <= 0) return {0xfffd, 1};
  return {static_cast<char32_t>(c), static_cast<std::size_t>(length)};
}

std::size_t columns_of(char32_t c) {
  return static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)));
}

std::string mapped_utf8(std::string_view text, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                             static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                             static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

void append_utf8(std::string& text, char32_t c) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const utf8proc_ssize_t length =
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes.data());
  text.append(bytes.begin(), bytes.begin() + length);
}

}  // namespace querent
