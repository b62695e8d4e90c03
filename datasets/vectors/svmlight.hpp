// SPDX-License-Identifier: Apache-2.0
// The text format of SVM-light and LIBSVM, one row per line:
//
//   label[,label…] [qid:number] index:value index:value …  # comment
//
// Indices ascend and count from 0 or from 1. Blank and comment lines are skipped; a label without
// features is a row of zeros; '?' or a leading blank marks a row without a label.
#pragma once

#include <cstdint>
#include <string_view>

#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/row_block.hpp>
#include <querent/datasets/vectors/row_stream.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Properties that the lines do not state.
struct SvmlightOptions {
  std::uint32_t index_base = 1;  ///< 0 or 1: the index of the first feature
  std::uint64_t features = 0;    ///< declared dimension: larger indices are errors; 0: undeclared
};

/// Parses whole lines into `block` (cleared first). ParallelBlocks::kPadding bytes after `lines`
/// are readable.
void parse_svmlight(std::string_view lines, const SvmlightOptions& options, RowBlock& block);

/// 0 if the whole lines of `head` contain an index 0, else 1.
std::uint32_t detect_index_base(std::string_view head);

/// True if the first row of `head` looks like this format.
bool looks_like_svmlight(std::string_view head);

/// Uses `options.index_base` and `options.features`. Reads and parses on `options.threads` ≥ 1
/// threads, including the caller's; the blocks are the same for any number of threads.
RowSource open_svmlight(Input input, const VectorOptions& options);

}  // namespace querent
