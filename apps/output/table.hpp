// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace querent::apps {

/// Columns of text, aligned: the first to the left, the others to the right unless said otherwise.
class Table {
 public:
  static constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

  /// The first `keys` columns say what a row is.
  explicit Table(std::vector<std::string> header, std::size_t left_columns = 1,
                 std::size_t keys = 1);
  void add(std::vector<std::string> row);
  /// With a line under the header, every line ended. What is wider than `columns` becomes several
  /// tables below each other, each beginning with the keys; long texts are wrapped.
  std::string text(std::size_t columns = kUnbounded) const;
  /// text() as wide as the terminal that standard output is; unbounded where it is none.
  std::string shown() const;
  /// The same for Markdown.
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;
  std::string part(const std::vector<std::size_t>& chosen,
                   const std::vector<std::size_t>& widths) const;

  std::size_t left_columns_, keys_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns of the terminal that standard output is; Table::kUnbounded where it is none.
std::size_t shown_columns();

}  // namespace querent::apps
