// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whole lines of a text, some hundred kilobytes at a time, for parsers of many lines at once. A
/// byte-order mark is skipped; a missing last line end is added.
class LineChunks {
 public:
  /// Bytes per piece, unless a single line is longer.
  static constexpr std::size_t kTarget = std::size_t{256} << 10;

  explicit LineChunks(Input input) : input_(std::move(input)) {}  ///< continues at its position
  /// False at the end. Throws LimitError for a line beyond LineReader::kMaxLine.
  bool next(std::string& chunk);

 private:
  Input input_;
  std::string rest_;  // starts at a line
  bool begun_ = false;
};

}  // namespace querent
