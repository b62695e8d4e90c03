// SPDX-License-Identifier: Apache-2.0
// Text of data and names of files, written so that each kind of output takes it for text: one
// function a kind. What is drawn, set or shown is printable() first (datasets/printable.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace querent::apps {

using Json = nlohmann::ordered_json;

/// What a terminal is given: several lines, in which tabs stay.
std::string for_terminal(std::string_view text);

/// One field of a CSV line (RFC 4180): quoted where it has a comma, a quote or a line end. A text
/// that a spreadsheet would compute (it begins with = + - @, a tab or a carriage return and is no
/// number) is led by an apostrophe, which makes it text there.
std::string csv_field(std::string_view text);

/// For a file or standard output: indented by `indent`, with a newline at its end; bytes that are
/// no UTF-8 are replaced, characters that printable() would not show stand as \u202e.
std::string dumped(const Json& json, int indent = 2);

/// LaTeX text in which nothing is a command; the signs of the tables (± × ≥ ≤ −) in mathematics.
std::string latex_text(std::string_view text);

/// A cell of a table in Markdown: neither markup, nor HTML, nor the end of the cell.
std::string markdown_text(std::string_view text);

/// A word of a command that a person copies into a shell: in quotes where a shell needs them.
std::string shell_word(std::string_view text);

/// A string of gnuplot's, quotes included, in which nothing is a command.
std::string gnuplot_text(std::string_view text);
/// A file that gnuplot writes: absolute, since a name that begins with | is a command to it.
std::string gnuplot_file(const std::filesystem::path& path);

}  // namespace querent::apps
