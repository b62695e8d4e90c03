// SPDX-License-Identifier: Apache-2.0
// Text on a terminal as wide as it is drawn. Text of data is printable() first
// (datasets/printable.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

/// Columns that a printable() text takes: 2 of East Asian and most emoji, 0 of combining marks.
std::size_t width_of(std::string_view text);

/// `text`, or as much of it as `columns` hold with "…" at its end.
std::string cut(std::string_view text, std::size_t columns);

/// At most `lines` lines of `columns`, broken at blanks where there are any; the last is cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t lines);

}  // namespace querent::apps
