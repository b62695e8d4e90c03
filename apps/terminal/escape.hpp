// SPDX-License-Identifier: Apache-2.0
// Escapes text of data and file names for each kind of output, one function per kind. Text to be
// displayed is first made printable() (datasets/text/printable.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace querent::apps {

using Json = nlohmann::ordered_json;

/// A text and what is written in its place.
using Replacement = std::pair<std::string_view, std::string_view>;

/// Replaces every occurrence; of two that begin at the same place the first of the table.
std::string rewritten(std::string_view text, std::span<const Replacement> table);

/// Text for a terminal, of one or more lines; tabs are kept.
std::string for_terminal(std::string_view text);

/// One field of a CSV line (RFC 4180), quoted if it has a separator, a quote or a newline. If a
/// spreadsheet would run the text as a formula (it starts with = + - @, a tab or a carriage return
/// and is not a number), an apostrophe before it prevents that.
std::string csv_field(std::string_view text, char separator = ',');

/// JSON for a file or standard output, indented by `indent`, with a final newline; invalid UTF-8 is
/// replaced, and characters that printable() would not show are written as \u202e.
std::string dumped(const Json& json, int indent = 2);

/// LaTeX text without commands; the symbols of the tables (± × ≥ ≤ −) are set in mathematics.
std::string latex_text(std::string_view text);

/// A cell of a Markdown table, without markup, HTML or the end of the cell.
std::string markdown_text(std::string_view text);

/// A word of a command that users copy into a shell, quoted if necessary.
std::string shell_word(std::string_view text);

/// Text of XML or HTML, also inside a quoted attribute.
std::string xml_text(std::string_view text);

/// Text of an XML file that programs read back: tabs and line ends are kept. XML 1.0 excludes other
/// control characters, which are shown as escapes, and U+FFFE and U+FFFF, which become U+FFFD.
std::string xml_value(std::string_view text);

// Measures and wraps text by its displayed width. Text of data must be printable()
// (datasets/text/printable.hpp).

/// Number of columns of a printable() text: 2 per East Asian character and most emoji, 0 per
/// combining mark.
std::size_t width_of(std::string_view text);

/// `text`, shortened to `columns` columns if necessary, with "…" at its end.
std::string cut(std::string_view text, std::size_t columns);

/// Wraps text at blanks into at most `lines` lines of `columns` columns; the last line is cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t lines);

}  // namespace querent::apps
