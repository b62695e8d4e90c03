// SPDX-License-Identifier: Apache-2.0
// Records of comma-, semicolon- or tab-separated values (RFC 4180).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

/// A column of a table with a value that is not a number.
struct BadColumn {
  enum class Kind { kWord, kMissing, kComma, kOther };  ///< kComma: a number except for its commas
  std::size_t column;                                   ///< from 0
  Kind kind;
  std::string name;  ///< its name in messages and in drop_column
  std::string text;  ///< the value
  FieldError error;
};

/// Combines the errors of a row into one, with the options that would read all its columns. A
/// single column keeps its own error.
FieldError complaint_of(std::span<const BadColumn> bad);

struct CsvField {
  std::string_view text;  ///< without surrounding quotes and blanks
  std::size_t begin = 0;  ///< offset of the field in the record
  bool quoted = false;
};

/// Splits a record into fields. Unescaped quoted fields are stored in the splitter, so the fields
/// are valid as long as it; temporaries cannot split.
class CsvSplitter {
 public:
  explicit CsvSplitter(char separator) : separator_(separator) {}

  /// False if a quote is still open at the end of `record`. Throws FieldError (column only) if it
  /// is malformed, LimitError beyond kMaxColumns.
  bool split(std::string_view record, std::vector<CsvField>& fields) &;
  /// Position of the quote that split() found unclosed.
  std::size_t open_quote() const { return open_quote_; }

 private:
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }

  char separator_;
  std::string store_;
  std::size_t open_quote_ = 0;
};

/// Removes and returns the first non-empty record of `rest`; line ends within quotes do not end it.
std::string_view first_record(std::string_view& rest);

/// The most frequent separator of a record outside quotes; semicolon or tab if every comma is a
/// decimal comma; '\0' if there is none.
char find_separator(std::string_view record);

}  // namespace querent
