// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads and parses a source ahead of the learner, which takes the blocks in the order of the
/// source. A few blocks are in flight at any time, so memory does not grow; when the next block is
/// not ready, the learner's own thread parses one instead of waiting. The blocks are the same for
/// any number of threads.
class ParallelBlocks final : public BlockSource {
 public:
  /// The next piece of the source; false at the end. Called by one thread at a time.
  using Read = std::function<bool(std::string& chunk)>;
  /// Fills a block from a piece; kPadding bytes behind it may be read.
  using Parse = std::function<void(std::string_view chunk, RowBlock& block)>;
  static constexpr std::size_t kPadding = 16;  ///< bytes

  /// `threads` ≥ 1 counts the caller's.
  ParallelBlocks(Read read, Parse parse, unsigned threads);
  ~ParallelBlocks() override;
  RowBlock* next() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querent
