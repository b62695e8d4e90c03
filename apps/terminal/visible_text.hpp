// SPDX-License-Identifier: Apache-2.0
// Text of data on a terminal: shown, never obeyed, and as wide as it is drawn.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

/// `text` with every control character (C0, DEL, C1, marks of direction, invisible ones) as a sign
/// of its own: "␛", "<U+202E>". Bytes that are not UTF-8 become "�".
std::string visible(std::string_view text);

/// Columns that a visible() text takes: 2 of East Asian and most emoji, 0 of combining marks.
std::size_t width_of(std::string_view text);

/// `text`, or as much of it as `columns` hold with "…" at its end.
std::string cut(std::string_view text, std::size_t columns);

/// At most `lines` lines of `columns`, broken at blanks where there are any; the last is cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t lines);

}  // namespace querent::apps
