// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a label file: `id label` per line, separated by a tab (labels may contain blanks), a comma
/// (CSV) or blanks. "?" or an empty label means unlabelled; a header line is recognised. Nodes are
/// found by id or by `aliases`. An unknown id is an error, or counted under `lenient`. Returns the
/// nodes in the order of the file's lines (for files of features aligned with it).
std::vector<std::optional<Node>> read_labels(Input& input, GraphBuilder& builder,
                                             const Aliases& aliases);

/// The same for a .npy array of labels in the order of the nodes.
std::vector<std::optional<Node>> read_label_array(Input& input, GraphBuilder& builder);

}  // namespace querent
