// SPDX-License-Identifier: Apache-2.0
// The rows of nodes for learners: the spectral embedding of a node, joined with its words if these
// are used, and the views for an ensemble.
#pragma once

#include <vector>

#include <querent/graph/graph_data.hpp>
#include <querent/learners/row.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// [α g_i, √(1 − α²) w_i] for every node, with g_i its embedding at length 1, w_i its propagated
/// features (length 1) and α = 0.4.
Embedding::Rows join_words(const Embedding::Rows& graph, const Embedding::Rows& words);

/// One such row: the embedding of a node, and its words as they appear in a joined row.
Eigen::RowVectorXd join_words(const Eigen::RowVectorXd& graph, const Eigen::RowVectorXd& words);

/// Views of a row of `graph_columns` eigenvectors over √λ followed by `word_columns`, each at
/// length 1. Without words: the eigenvectors over √λ, λ and λ√λ; with words: all columns, the
/// words, and the eigenvectors over λ.
std::vector<RowView> views_of(const Eigen::VectorXd& eigenvalues, std::size_t word_columns);

}  // namespace querent
