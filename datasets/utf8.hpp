// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>

namespace [[gnu::visibility("default")]] querent {

/// The character that a text of at least one byte begins with, and its bytes (RFC 3629); U+FFFD and
/// 1 where it begins with none.
std::pair<char32_t, std::size_t> first_character(std::string_view text);

}  // namespace querent
