// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The largest set of members connected through groups of two or more (among equals the set with
/// the first member), ascending.
std::vector<Node> largest_component(const Incidence& incidence);

/// The incidence of some members, ascending, renumbered; groups of fewer than two are left out.
Incidence induced(const Incidence& incidence, const std::vector<Node>& members);

/// The embedding of the graph of B Bᵀ without its diagonal, by products with B and Bᵀ only, for a B
/// Bᵀ that would be too dense. The members must be connected, each once in a group. Normalized
/// Laplacian; Lanczos by Spectra. NotConverged, Cancelled, std::invalid_argument.
Embedding embed_incidence(const Incidence& incidence, const EmbeddingOptions& options = {});

}  // namespace querent
