// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Treatment of an edge to a node that no node file listed.
enum class Unlisted {
  kAdd,   ///< no node file: the edge adds its nodes
  kDrop,  ///< counted as ReadReport::edges_to_unknown_nodes (17 lines of Citeseer)
};

/// Reads a `.content` file of the LINQS citation networks (Cora, Citeseer): id, words, class,
/// separated by tabs or blanks. All lines have the same number of words; word k is feature k,
/// stored if it is not 0.
void read_linqs_content(Input& input, GraphBuilder& builder);

/// Reads a `.cites` file: cited and citing paper per line. The papers' matrix is max(S, Sᵀ): a
/// citation is an edge.
void read_linqs_cites(Input& input, GraphBuilder& builder, Unlisted unlisted);

}  // namespace querent
