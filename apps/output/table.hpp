// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace querent::apps {

/// Columns of text, aligned: the first to the left, the others to the right unless said otherwise.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::size_t left_columns = 1);
  void add(std::vector<std::string> row);
  /// With a line under the header, every line ended.
  std::string text() const;
  /// The same for Markdown.
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;

  std::size_t left_columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace querent::apps
