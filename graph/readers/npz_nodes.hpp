// SPDX-License-Identifier: Apache-2.0
// Reads the node data in an .npz archive of a graph: node_names, labels with class_names, attr_
// arrays of features.
#pragma once

#include <cstdint>
#include <string>

#include <querent/graph/builder.hpp>
#include <querent/graph/readers/sparse_arrays.hpp>

namespace querent {

/// The array with that name. Throws DataError unless it has one element per node.
NpyArray array_of_nodes(const Npz& npz, const std::string& name, std::uint64_t n);

/// Adds n nodes with their node_names, or numbered without these.
void add_npz_nodes(const Npz& npz, std::uint64_t n, GraphBuilder& builder);

/// Sets the labels and features that exist; labels are translated by class_names if present.
void set_npz_labels(const Npz& npz, std::uint64_t n, GraphBuilder& builder);
void set_npz_features(const Npz& npz, std::uint64_t n, GraphBuilder& builder);

}  // namespace querent
