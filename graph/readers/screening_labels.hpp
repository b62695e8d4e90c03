// SPDX-License-Identifier: Apache-2.0
// Labels of a systematic review as written by ASReview and SYNERGY: CSV with record ids in one or
// more columns and 1 (relevant) or 0 (irrelevant) in one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/builder.hpp>

namespace querent {

/// True if the first line of `head` names a column of such labels ("label_included", …).
bool is_screening_labels(std::string_view head);

/// Reads them as the classes "relevant" and "irrelevant"; "", "?" and -1 mean unlabelled. The node
/// of a row is found by its first id in `aliases`; a row without any is an error, or counted under
/// `lenient`. Returns the nodes in the order of the rows. Errors go to `builder`.
std::vector<std::optional<Node>> read_screening_labels(Input& input, GraphBuilder& builder,
                                                       const Aliases& aliases);

}  // namespace querent
