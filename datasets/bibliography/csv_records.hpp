// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rows of a table with a header, whose quoted cells may go on over lines. A quote in a cell
/// that does not begin with one is text (Scopus writes such).
class CsvRecords {
 public:
  /// Reads the header. `separator` is ',' or a tab; with a tab a quote is text.
  CsvRecords(Input& input, char separator);

  /// False at the end.
  bool next();
  /// Of the row last read, from 1.
  std::uint64_t line() const { return first_line_; }
  const std::string& name() const { return lines_.name(); }
  /// Why the row is none: it has more or fewer cells than the header, or a quote that does not
  /// end; "" when it is whole.
  const std::string& complaint() const { return complaint_; }
  /// Its cell in a column; "" when there is no such column.
  std::string_view cell(std::string_view column) const;
  const std::vector<std::string>& columns() const { return header_; }
  bool has(std::string_view column) const { return find(column).has_value(); }

 private:
  std::optional<std::size_t> find(std::string_view column) const;
  bool read_row();
  bool split(std::string_view line, bool in_quotes);

  LineReader lines_;
  char separator_;
  std::vector<std::string> header_;
  std::vector<std::string> cells_;
  std::uint64_t first_line_ = 0;
  std::string complaint_;
};

}  // namespace querent
