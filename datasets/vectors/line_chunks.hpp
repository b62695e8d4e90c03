// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Whole lines of a text, some hundred kilobytes at a time, for parsers that take many lines at
/// once. A byte-order mark is skipped; the last line is given a line end if it has none.
class LineChunks {
 public:
  /// Bytes of one piece, unless a single line is longer.
  static constexpr std::size_t kTarget = std::size_t{256} << 10;

  explicit LineChunks(Input input) : input_(std::move(input)) {}  ///< reads on from there
  /// False at the end. A line beyond LineReader::kMaxLine is a LimitError.
  bool next(std::string& chunk);

 private:
  Input input_;
  std::string rest_;  // begins a line
  bool begun_ = false;
};

}  // namespace querent
