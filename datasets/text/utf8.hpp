// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace [[gnu::visibility("default")]] querent {

/// The first character of a non-empty text and its number of bytes (RFC 3629); U+FFFD and 1 if the
/// text does not begin with a valid character.
std::pair<char32_t, std::size_t> first_character(std::string_view text);

/// Number of columns of a character on a terminal: 2 of East Asian characters and most emoji, 0 of
/// marks that combine with the character before.
std::size_t columns_of(char32_t c);

/// The text as utf8proc's utf8proc_map() changes it with these options; unchanged if it is not UTF-8.
std::string mapped_utf8(std::string_view text, int options);
/// Appends a Unicode scalar value.
void append_utf8(std::string& text, char32_t c);

}  // namespace querent
