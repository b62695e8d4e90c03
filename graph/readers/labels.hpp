// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a label file: `id label` a line, separated by a tab (labels may hold blanks), a comma
/// (CSV) or blanks.
/// "?" or nothing means unlabelled, a header line is recognised. An unknown id is an error, under
/// `lenient` it is counted. Returns the nodes in the order of the file's lines (for files of
/// features aligned with it).
/// Nodes are found by `aliases`, too.
std::vector<std::optional<Node>> read_labels(Input& input, GraphBuilder& builder,
                                             const Aliases& aliases);

/// By the nodes' own ids alone.
std::vector<std::optional<Node>> read_labels(Input& input, GraphBuilder& builder);

/// The same for a .npy array of labels in the order of the nodes.
std::vector<std::optional<Node>> read_label_array(Input& input, GraphBuilder& builder);

}  // namespace querent
