// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace querent {

/// The nodes and labels of a folder's labels.tsv, in its order: read before the edges. Every line
/// is an id, a tab and a label; no line is a header or a comment.
std::vector<std::optional<Node>> read_folder_nodes(Input& labels, GraphBuilder& builder);
/// The edges of its edges.tsv: id, id, weight. CorruptError for any other line.
void read_folder_edges(Input& edges, GraphBuilder& builder);

}  // namespace querent
