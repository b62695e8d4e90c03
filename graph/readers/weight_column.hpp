// SPDX-License-Identifier: Apache-2.0
// Selects the weight column of a table of edges if the header does not name it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <querent/datasets/fields.hpp>
#include <querent/graph/readers/table_header.hpp>

namespace querent {

/// Numeric columns beside the ids.
struct WeightColumn {
  std::size_t column = kNoColumn;  ///< the weight, if there is exactly one candidate
  std::vector<std::size_t>
      left_out;  ///< unused numeric columns: several candidates, or years and ids
};

/// Examines the records of `head` after its first, which is the header `names`.
WeightColumn find_weight(std::string_view head, const std::vector<std::string_view>& names,
                         const EdgeColumns& ids, Separator separator, const LineReader& lines);

/// Text appended to the note "'from' and 'to' are the ids".
std::string weight_note(const WeightColumn& weight, const std::vector<std::string_view>& names);

}  // namespace querent
