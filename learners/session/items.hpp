// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/graph.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/learners/row.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/spectral/embedding.hpp>

namespace [[gnu::visibility("default")]] querent {

/// An item and its label.
struct Answer {
  std::uint32_t item = 0;
  int label = 0;
};

/// The items to be labelled: their rows and optional further data.
struct Items {
  std::variant<Embedding::Rows, CsrMatrix> rows;
  std::shared_ptr<const Graph> graph = nullptr;  ///< whose nodes are the rows; null: none
  /// Of an embedded graph, ascending: the rows' first columns are its eigenvectors over √λ. Empty:
  /// the rows are used unchanged.
  Eigen::VectorXd eigenvalues = {};
  std::size_t word_columns = 0;  ///< columns after the eigenvectors
  /// Further views for `find`, sparse rows of length ≤ 1, find.hpp (1): words, then citations.
  std::vector<CsrMatrix> terms = {};

  std::uint32_t size() const;  ///< n
  std::size_t dim() const;     ///< number of columns
};

/// The nodes of an embedded graph. Throws std::invalid_argument unless there is one row per node.
Items items_of(std::shared_ptr<const Graph> graph, Embedding embedding);
Items items_of(Graph graph, Embedding embedding);
/// The same with words: `words` has one row of length 1 per node
/// (spectral/propagation/propagated_features.hpp). Without edges, the items are these rows alone.
Items items_of(std::shared_ptr<const Graph> graph, Embedding embedding,
               const Embedding::Rows& words);

// The rows of nodes for learners: the spectral embedding of a node, joined with its words if these
// are used, and the views for an ensemble.

/// [α g_i, √(1 − α²) w_i] for every node, with g_i its embedding at length 1, w_i its propagated
/// features (length 1) and α = 0.4.
Embedding::Rows join_words(const Embedding::Rows& graph, const Embedding::Rows& words);

/// One such row: the embedding of a node, and its words as they appear in a joined row.
Eigen::RowVectorXd join_words(const Eigen::RowVectorXd& graph, const Eigen::RowVectorXd& words);

/// Views of a row of `graph_columns` eigenvectors over √λ followed by `word_columns`, each at
/// length 1. Without words: the eigenvectors over √λ, λ and λ√λ; with words: all columns, the
/// words, and the eigenvectors over λ.
std::vector<RowView> views_of(const Eigen::VectorXd& eigenvalues, std::size_t word_columns);

/// The words on the nodes for pool order: TF-IDF rows as 128 principal components at length 1. The
/// model smooths them itself (auto/kernels.hpp). If `go_on` returns false, throws Cancelled.
Embedding::Rows pool_words(const Graph& graph, const CsrMatrix& features, int threads = 1,
                           const std::function<bool()>& go_on = {});

/// Items::terms of nodes with words: the rows of `words` at length 1, then TF-IDF rows in which
/// each node and its neighbours are terms, so that two nodes share their common neighbours.
std::vector<CsrMatrix> terms_of(const Graph& graph, CsrMatrix words);

/// The items as the data of an experiment: views of their rows, without labels. Throws
/// std::invalid_argument for fewer than two classes.
DatasetView dataset_view_of(const Items& items, int num_classes);

/// Throws std::invalid_argument if the parts of `items` do not fit together.
void check_items(const Items& items);

}  // namespace querent
