// SPDX-License-Identifier: Apache-2.0
// What an .npz archive of a graph says of each node, beside its edges: node_names, labels with
// class_names, attr_ arrays of features.
#pragma once

#include <cstdint>
#include <string>

#include <querent/graph/builder.hpp>
#include <querent/graph/readers/sparse_arrays.hpp>

namespace querent {

/// The array of that name; DataError unless it has an element for each of n nodes.
NpyArray array_of_nodes(const Npz& npz, const std::string& name, std::uint64_t n);

/// Adds n nodes by their node_names, by their numbers where there are none.
void add_npz_nodes(const Npz& npz, std::uint64_t n, GraphBuilder& builder);

/// Sets what there is: labels by their class_names, as they are where these are missing.
void set_npz_labels(const Npz& npz, std::uint64_t n, GraphBuilder& builder);
void set_npz_features(const Npz& npz, std::uint64_t n, GraphBuilder& builder);

}  // namespace querent
