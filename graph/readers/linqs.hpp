// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What an edge does that names a node no node file listed.
enum class Unlisted {
  kAdd,   ///< there was no node file: the edge makes its nodes
  kDrop,  ///< counted as ReadReport::edges_to_unknown_nodes (17 lines of Citeseer)
};

/// Reads a `.content` file of the LINQS citation networks (Cora, Citeseer): id, words, class,
/// separated by tabs or blanks. Every line has as many words; word k is feature k, kept where it is
/// not 0.
void read_linqs_content(Input& input, GraphBuilder& builder);

/// Reads a `.cites` file: cited and citing paper a line. The papers' matrix is max(S, Sᵀ): a
/// citation is an edge.
void read_linqs_cites(Input& input, GraphBuilder& builder, Unlisted unlisted);

}  // namespace querent
