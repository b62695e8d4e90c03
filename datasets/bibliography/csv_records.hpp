// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The rows of a table with a header; quoted cells may span lines. A quote inside a cell that does
/// not begin with one is text (Scopus writes such cells).
class CsvRecords {
 public:
  /// Reads the header, after `lines_before` other lines. `separator` is ',', ';' or a tab; with a
  /// tab, quotes are text.
  CsvRecords(Input& input, char separator, int lines_before = 0);

  /// Reads the next row that is not blank in all cells; false at the end.
  bool next();
  /// Line of the row last read, from 1.
  std::uint64_t line() const { return first_line_; }
  const std::string& name() const { return lines_.name(); }
  /// Why the row is invalid: more or fewer cells than the header, or an unclosed quote; "" if it is
  /// valid.
  const std::string& complaint() const { return complaint_; }
  /// The row's cell in a column; "" if the column is missing.
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
