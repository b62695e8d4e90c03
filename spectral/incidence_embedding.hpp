// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// The members that hang together over groups of two or more: the largest such set (of equals the
/// one with the first member), ascending.
std::vector<Node> largest_component(const Incidence& incidence);

/// The incidence of some members, ascending, renumbered; groups of fewer than two are left out.
Incidence induced(const Incidence& incidence, const std::vector<Node>& members);

/// The embedding of the graph of B Bᵀ without its diagonal, by products with B and Bᵀ alone: where
/// B Bᵀ would be too dense. The members must hang together, each once in a group. The normalized
/// Laplacian; Lanczos by Spectra. NotConverged, Cancelled, std::invalid_argument.
Embedding embed_incidence(const Incidence& incidence, const EmbeddingOptions& options = {});

}  // namespace querent
