// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>

namespace querent {

/// Reads and parses the lines of a text ahead of the learner, which takes the blocks in the order
/// of the text. A few blocks are in flight at any time, so memory does not grow; when the next
/// block is not ready, the learner's own thread parses one instead of waiting. The blocks are the
/// same for any number of threads.
class ParallelBlocks final : public BlockSource {
 public:
  /// Fills a cleared block from whole lines; LineChunks::kPadding bytes behind them are readable.
  using Parse = std::function<void(std::string_view lines, RowBlock& block)>;

  /// `threads` ≥ 1 counts the caller's.
  ParallelBlocks(Input input, Parse parse, unsigned threads);
  ~ParallelBlocks() override;
  RowBlock* next() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querent
