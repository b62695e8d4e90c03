// SPDX-License-Identifier: Apache-2.0
// Measures and wraps text by its displayed width. Text of data must be printable()
// (datasets/printable.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace querent::apps {

/// Number of columns of a printable() text: 2 per East Asian character and most emoji, 0 per
/// combining mark.
std::size_t width_of(std::string_view text);

/// `text`, shortened to `columns` columns if necessary, with "…" at its end.
std::string cut(std::string_view text, std::size_t columns);

/// Wraps text at blanks into at most `lines` lines of `columns` columns; the last line is cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t lines);

}  // namespace querent::apps
