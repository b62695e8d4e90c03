// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a sparse matrix S from a NumPy .npz archive, in one of two layouts:
/// scipy.sparse.save_npz (data, indices, indptr, shape, format: csr or csc), or that of the
/// gnn-benchmark sets (adj_data, adj_indices, adj_indptr, adj_shape, perhaps labels, class_names,
/// node_names, attr_*). Nodes are "0" … "n - 1" without names. A matrix that is not symmetric is a
/// directed graph. Arrays of Python objects are refused by name: nothing is unpickled.
void read_npz(Input& input, GraphBuilder& builder);

}  // namespace querent
