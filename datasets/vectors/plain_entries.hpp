// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <querent/datasets/vectors/row_block.hpp>

namespace querent {

/// Parses the entries of a plain line of svmlight at p: " index:value" with ascending indices from
/// `base`, each below base + `features` unless that is 0, one blank before each, up to LF. Appends
/// them after the `entries` of the block, which must have room for all entries of the line, and
/// returns the position of the LF; nullptr for other lines, whose appended entries are then
/// undefined. kPadding bytes of ParallelBlocks must be readable after the LF.
const char* parse_plain_entries(const char* p, std::uint32_t base, std::uint64_t features,
                                RowBlock& block, std::size_t& entries);

}  // namespace querent
