// SPDX-License-Identifier: Apache-2.0
// The text format of SVM-light and LIBSVM, a row a line:
//
//   label[,label…] [qid:number] index:value index:value …  # comment
//
// Indices ascend and count from 0 or from 1. Blank lines and lines with only a comment are no rows;
// a label without features is a row of zeros; '?' or a line that begins with a blank is a row
// without a label.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What the lines do not say themselves.
struct SvmlightOptions {
  std::uint32_t index_base = 1;  ///< 0 or 1: the index of the first feature
  std::uint64_t features =
      0;  ///< declared dimension: an index beyond it is an error; 0: none declared
};

/// Parses whole lines into `block` (cleared first). ParallelBlocks::kPadding bytes behind `lines`
/// are readable.
void parse_svmlight(std::string_view lines, const SvmlightOptions& options, RowBlock& block);

/// 0 when an index 0 stands in the whole lines of `head`, else 1.
std::uint32_t detect_index_base(std::string_view head);

/// Whether the first row of `head` looks like this format.
bool looks_like_svmlight(std::string_view head);

/// Uses `options.index_base` and `options.features`. Reads and parses on `options.threads` threads
/// (at least 1: the caller's own); the blocks are the same for any number.
RowSource open_svmlight(Input input, const VectorOptions& options);

}  // namespace querent
