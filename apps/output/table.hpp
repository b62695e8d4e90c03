// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace querent::apps {

/// Aligned columns of text: by default the first is left-aligned and the others right-aligned.
class Table {
 public:
  static constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

  /// The first `keys` columns identify a row.
  explicit Table(std::vector<std::string> header, std::size_t left_columns = 1,
                 std::size_t keys = 1);
  void add(std::vector<std::string> row);
  /// The table with a line under the header. A table wider than `columns` is split into several,
  /// each beginning with the keys; long texts are wrapped.
  std::string text(std::size_t columns = kUnbounded) const;
  /// text() with the width of the terminal on standard output, unbounded if it is not a terminal.
  std::string shown() const;
  /// The table in Markdown.
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;
  std::string part(const std::vector<std::size_t>& chosen,
                   const std::vector<std::size_t>& widths) const;

  std::size_t left_columns_, keys_;
  std::vector<std::vector<std::string>> rows_;
};

/// The columns of the terminal on standard output; Table::kUnbounded if it is not a terminal.
std::size_t shown_columns();

}  // namespace querent::apps
