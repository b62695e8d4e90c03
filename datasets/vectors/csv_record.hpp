// SPDX-License-Identifier: Apache-2.0
// Records of comma-, semicolon- or tab-separated values (RFC 4180).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/vectors/parse_field.hpp>

namespace querent {

struct CsvField {
  std::string_view text;  ///< without quotes and blanks around
  std::size_t begin = 0;  ///< of the field in the record
  bool quoted = false;
};

/// Takes a record apart. Quoted fields with doubled quotes are put together in a store of its own:
/// the fields end with the splitter, which is why a temporary one splits nothing.
class CsvSplitter {
 public:
  explicit CsvSplitter(char separator) : separator_(separator) {}

  /// False when a quote is still open at the end of `record`; FieldError (column only) where it is
  /// malformed; LimitError beyond kMaxColumns.
  bool split(std::string_view record, std::vector<CsvField>& fields) &;
  /// Where the quote stands that split() found open.
  std::size_t open_quote() const { return open_quote_; }

 private:
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && c != separator_; }

  char separator_;
  std::string store_;
  std::size_t open_quote_ = 0;
};

/// Takes the first record that is not empty off the front of `rest`; a line end within quotes does
/// not end it.
std::string_view first_record(std::string_view& rest);

/// The separator of a record: what stands most often outside of quotes; semicolon or tab where
/// every comma is a decimal one. '\0': none.
char find_separator(std::string_view record);

}  // namespace querent
