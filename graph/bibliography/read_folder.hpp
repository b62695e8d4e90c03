// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/datasets/input.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/graph/node_ids.hpp>

namespace querent {

/// CorruptError for the line last read.
[[noreturn]] void refuse_line(const LineReader& lines, std::string_view expected);
/// The nodes and labels of a folder's labels.tsv, in its order; read them before the edges. Every
/// line is an id, a tab and a label; headers and comments do not occur.
std::vector<std::optional<Node>> read_folder_nodes(Input& labels, GraphBuilder& builder);
/// The edges of its edges.tsv: id, id, weight. Throws CorruptError for any other line.
void read_folder_edges(Input& edges, GraphBuilder& builder);
/// The features of the mode `find` for the nodes with these names, in this order: words, then cited
/// works, if the folder has these files. Throws CorruptError if a file does not match.
std::vector<CsrMatrix> read_folder_views(const GraphFolder& folder, const NodeNames& nodes);

/// The column names of terms.svm or references.svm, from the text of this name; at least `count`.
/// Throws CorruptError.
std::vector<std::string> read_column_names(const std::filesystem::path& rows, std::size_t count);
/// The ids of its nodes, in the order of labels.tsv.
NodeIds read_folder_ids(const GraphFolder& folder);

}  // namespace querent
