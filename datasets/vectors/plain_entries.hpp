// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <querent/datasets/vectors/row_block.hpp>

namespace querent {

/// The entries of a plain line of svmlight, at p: " index:value" with ascending indices from `base`
/// on, each below base + `features` where that is not 0, one blank before each, up to LF. Appends
/// them behind the `entries` of the block, which has room for every entry that the line can hold,
/// and returns the place of the LF; nullptr when the line is not of this kind, and what is behind
/// `entries` then means nothing. kPadding bytes of ParallelBlocks may be read behind the LF.
const char* parse_plain_entries(const char* p, std::uint32_t base, std::uint64_t features,
                                RowBlock& block, std::size_t& entries);

}  // namespace querent
