// SPDX-License-Identifier: Apache-2.0
// The files of texts/, as they were when the program was built (cmake/QuerentTexts.cmake): remarks,
// the papers' tables, their data sets, and reasons for numbers far from the paper's.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/learners/mean_std.hpp>

namespace querent::apps {

/// A file of texts/ by its name. Throws std::out_of_range.
std::string_view built_in_text(std::string_view name);

/// A line of a table, read cell by cell: each call reads the next cell. Throws std::logic_error if
/// the table is wrong.
class TableLine {
 public:
  TableLine(std::string line, std::size_t cells);

  std::string text();
  bool yes() { return text() == "yes"; }
  double number();               ///< 0 for an empty cell
  MeanStd mean_std();            ///< two cells
  Params params();               ///< "delta=1 eta=0.1"
  GridAxis axis();               ///< "delta=0.1 1 10"; without a key for an empty cell
  std::vector<GridAxis> axes();  ///< two cells, of which some may be empty
  std::vector<std::string> list(char separator = ' ');
  const std::string& line() const { return line_; }

 private:
  std::string line_;
  std::vector<std::string> cells_;
  std::size_t next_ = 0;
};

/// The lines of a table of texts/; lines that begin with # name the columns or are comments.
std::vector<TableLine> built_in_table(std::string_view name);

/// make(line) of each of these lines.
template <class Make>
auto each_line(std::string_view name, Make&& make) {
  std::vector<std::invoke_result_t<Make&, TableLine&>> made;
  for (TableLine line : built_in_table(name)) made.push_back(make(line));
  return made;
}

/// The parts of `text` between separators; none of an empty text.
std::vector<std::string> split_at(std::string_view text, char separator);

}  // namespace querent::apps
