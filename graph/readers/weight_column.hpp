// SPDX-License-Identifier: Apache-2.0
// Which column of a table of edges is the weight where its header does not say so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/fields.hpp>
#include <querent/graph/readers/table_header.hpp>

namespace querent {

/// The columns of numbers beside the ids.
struct WeightColumn {
  std::size_t column = kNoColumn;     ///< the weight: the only one that may be
  std::vector<std::size_t> left_out;  ///< numbers that are not taken: several, or years and ids
};

/// Looks at the records of `head` behind its first, which is the header `names`.
WeightColumn find_weight(std::string_view head, const std::vector<std::string_view>& names,
                         const EdgeColumns& ids, Separator separator, const LineReader& lines);

/// What a note says of it, to be put behind "'from' and 'to' are the ids".
std::string said_of(const WeightColumn& weight, const std::vector<std::string_view>& names);

}  // namespace querent
