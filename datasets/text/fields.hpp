// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Separator of the columns of a text: one of these, or any other character.
enum class Separator : char { kBlanks = ' ', kTab = '\t', kComma = ',', kSemicolon = ';' };

/// Its name in messages: "a comma".
std::string name_of(Separator separator);

/// Spreadsheets run cells that begin with one of these; our tables put an apostrophe before them.
inline constexpr std::string_view kFormulaStart = "=+-@\t\r";

/// `line` without its quoted columns, whose text may hold any separator.
std::string outside_quotes(std::string_view line);

/// Guesses the separator of a line: tab if it has any, else comma, else blanks.
Separator separator_in(std::string_view line);

/// Splits a line into trimmed columns. kBlanks splits at runs of blanks and tabs, kTab at each tab,
/// others as in CSV: a column may be quoted, "" is a quote within it. At blanks and tabs, too, a
/// token that begins with a quote and ends with one before a separator is one column; any other
/// quote is text. The views are valid as long as the line and this object.
class FieldSplitter {
 public:
  /// Throws DataError if a quote does not end on its line or text follows it, at `reader`'s place.
  const std::vector<std::string_view>& split(std::string_view line, Separator separator,
                                             const LineReader& reader);
  /// The columns of the last line.
  const std::vector<std::string_view>& fields() const { return fields_; }
  /// Where column k begins in the last line, including its quote; the line's end if it has fewer.
  Place place(std::size_t k, const LineReader& reader) const {
    return reader.place_of(k < starts_.size() ? starts_[k] : end_);
  }

 private:
  void add(std::string_view raw);
  std::size_t add_quoted(std::string_view line, std::size_t begin, std::string_view separators,
                         const LineReader& reader);

  std::vector<std::string_view> fields_;
  std::vector<std::string_view> starts_;  // the columns as written in the line
  std::string_view end_;                  // after the line
  std::deque<std::string> unquoted_;      // columns that were unquoted
};

/// `text` without leading and trailing blanks and tabs.
std::string_view trimmed(std::string_view text);

}  // namespace querent
