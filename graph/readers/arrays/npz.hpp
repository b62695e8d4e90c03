// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a sparse matrix S from a NumPy .npz archive in one of two layouts: scipy.sparse.save_npz
/// (data, indices, indptr, shape, format: csr or csc), or the gnn-benchmark sets (adj_data,
/// adj_indices, adj_indptr, adj_shape, and optionally labels, class_names, node_names, attr_*).
/// Nodes without names are "0" … "n - 1". An asymmetric matrix is a directed graph. Arrays of
/// Python objects are rejected by name; nothing is unpickled.
void read_npz(Input& input, GraphBuilder& builder);

}  // namespace querent
