// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <querent/datasets/vectors/row_block.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads and parses a source ahead of the consumer, which takes the blocks in the source's order.
/// Few blocks are in flight at a time, so memory does not grow. If the next block is not ready, the
/// consumer's own thread parses one instead of waiting. The blocks are the same for any number of
/// threads.
class ParallelBlocks final : public BlockSource {
 public:
  /// The next piece of the source; false at the end. Called by one thread at a time.
  using Read = std::function<bool(std::string& chunk)>;
  /// Fills a block from a piece; kPadding bytes after it are readable.
  using Parse = std::function<void(std::string_view chunk, RowBlock& block)>;
  static constexpr std::size_t kPadding = 16;  ///< bytes

  /// `threads` ≥ 1 includes the caller's.
  ParallelBlocks(Read read, Parse parse, unsigned threads);
  ~ParallelBlocks() override;
  RowBlock* next() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querent
