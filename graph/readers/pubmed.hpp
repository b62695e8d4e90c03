// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <querent/datasets/input.hpp>
#include <querent/graph/builder.hpp>
#include <querent/graph/readers/linqs.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads `Pubmed-Diabetes.NODE.paper.tab`: papers with their classes and tf-idf words.
void read_pubmed_nodes(Input& input, GraphBuilder& builder);

/// Reads `Pubmed-Diabetes.DIRECTED.cites.tab`. The papers' matrix is max(S, Sᵀ): a citation is an
/// edge.
void read_pubmed_cites(Input& input, GraphBuilder& builder, Unlisted unlisted);

}  // namespace querent
