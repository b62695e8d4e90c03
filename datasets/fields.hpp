// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// How the columns of a text are told apart: by one of these, or by any other character.
enum class Separator : char { kBlanks = ' ', kTab = '\t', kComma = ',', kSemicolon = ';' };

/// "a comma", for messages.
std::string name_of(Separator separator);

/// What separates the columns of a line: tabs where there are any, else commas, else blanks.
Separator separator_in(std::string_view line);

/// Splits a line into trimmed columns. kBlanks: at runs of blanks and tabs; kTab: at each tab;
/// others: as CSV, a column may stand in quotes, "" is a quote within. At blanks and
/// tabs, too, what begins with a quote and ends with one before a separator is one column; any
/// other quote is text. The views live as long as the line and this object.
class FieldSplitter {
 public:
  /// DataError when a quote does not end on its line or text follows it. `reader` gives the place.
  const std::vector<std::string_view>& split(std::string_view line, Separator separator,
                                             const LineReader& reader);
  /// The columns of the last line.
  const std::vector<std::string_view>& fields() const { return fields_; }
  /// Where column k of the last line begins, its quote included.
  Place place(std::size_t k, const LineReader& reader) const { return reader.place_of(starts_[k]); }

 private:
  void add(std::string_view raw);
  std::size_t add_quoted(std::string_view line, std::size_t begin, std::string_view separators,
                         const LineReader& reader);

  std::vector<std::string_view> fields_;
  std::vector<std::string_view> starts_;  // the columns as they stand in the line
  std::deque<std::string> unquoted_;      // columns whose quotes had to be undone
};

/// `text` without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

}  // namespace querent
