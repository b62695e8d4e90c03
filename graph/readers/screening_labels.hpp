// SPDX-License-Identifier: Apache-2.0
// Labels of a systematic review as ASReview and SYNERGY write them: CSV with the ids of records in
// any of several columns and 1 (relevant) or 0 (irrelevant) in one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/builder.hpp>

namespace querent {

/// Whether the first line of `head` names a column of such labels ("label_included", …).
bool is_screening_labels(std::string_view head);

/// Reads them as the classes "relevant" and "irrelevant"; "", "?" and -1 are no label. The node of a
/// row is found by its first id that `aliases` knows; without any it is an error, counted under
/// `lenient`. Returns the nodes in the order of the rows. Errors go to `builder`.
std::vector<std::optional<Node>> read_screening_labels(Input& input, GraphBuilder& builder,
                                                       const Aliases& aliases);

}  // namespace querent
