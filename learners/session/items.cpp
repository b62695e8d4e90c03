// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/items.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include <querent/learners/session/auto.hpp>
#include <querent/spectral/propagation/propagated_features.hpp>

namespace querent {

namespace {

constexpr double kGraphShare = 0.4;  // α; docs/notes/auto.md

// A view of the embedding's columns, divided by a further √λ for each power of ½, at length 1.
RowView filtered(const Eigen::VectorXd& eigenvalues, double power) {
  RowView view{.first = 0, .count = static_cast<std::size_t>(eigenvalues.size()), .unit = true};
  for (const double lambda : eigenvalues) view.scale.push_back(std::pow(lambda, -power));
  return view;
}

void check_rows(const CsrMatrix& rows) {
  bool fits = !rows.offsets.empty() && rows.offsets.front() == 0 &&
              rows.offsets.back() == rows.index.size() && rows.index.size() == rows.value.size();
  for (std::size_t i = 0; fits && i + 1 < rows.offsets.size(); ++i) {
    fits = rows.offsets[i] <= rows.offsets[i + 1];
    for (std::uint64_t k = rows.offsets[i]; fits && k < rows.offsets[i + 1]; ++k)
      fits =
          rows.index[k] < rows.dim && (k == rows.offsets[i] || rows.index[k - 1] < rows.index[k]);
  }
  if (!fits) {
    throw std::invalid_argument(
        "Items: sparse rows need ascending offsets and, in each row, ascending indices below dim");
  }
  if (!std::ranges::all_of(rows.value, [](double value) { return std::isfinite(value); }))
    throw std::invalid_argument("Items: every entry of a row must be finite");
}

}  // namespace

std::uint32_t Items::size() const {
  if (const auto* dense = std::get_if<Embedding::Rows>(&rows))
    return static_cast<std::uint32_t>(dense->rows());
  return static_cast<std::uint32_t>(std::get<CsrMatrix>(rows).rows());
}

std::size_t Items::dim() const {
  if (const auto* dense = std::get_if<Embedding::Rows>(&rows))
    return static_cast<std::size_t>(dense->cols());
  return std::get<CsrMatrix>(rows).dim;
}

Items items_of(std::shared_ptr<const Graph> graph, Embedding embedding) {
  Items items{.rows = std::move(embedding.rows),
              .graph = std::move(graph),
              .eigenvalues = std::move(embedding.eigenvalues)};
  check_items(items);
  return items;
}

Items items_of(Graph graph, Embedding embedding) {
  return items_of(std::make_shared<const Graph>(std::move(graph)), std::move(embedding));
}

Items items_of(std::shared_ptr<const Graph> graph, Embedding embedding,
               const Embedding::Rows& words) {
  if (words.rows() != embedding.rows.rows())
    throw std::invalid_argument("items_of: words need one row per node");
  if (embedding.eigenvalues.size() == 0) return {.rows = words};
  Items items{.rows = join_words(embedding.rows, words),
              .graph = std::move(graph),
              .eigenvalues = std::move(embedding.eigenvalues),
              .word_columns = static_cast<std::size_t>(words.cols())};
  check_items(items);
  return items;
}

Embedding::Rows join_words(const Embedding::Rows& graph, const Embedding::Rows& words) {
  Embedding::Rows joined(graph.rows(), graph.cols() + words.cols());
  joined.rightCols(words.cols()) = std::sqrt(1 - kGraphShare * kGraphShare) * words;
  for (Eigen::Index i = 0; i < graph.rows(); ++i)
    joined.row(i) = join_words(Eigen::RowVectorXd(graph.row(i)),
                               Eigen::RowVectorXd(joined.row(i).tail(words.cols())));
  return joined;
}

Eigen::RowVectorXd join_words(const Eigen::RowVectorXd& graph, const Eigen::RowVectorXd& words) {
  Eigen::RowVectorXd joined(graph.size() + words.size());
  const double length = graph.norm();
  joined << (length > 0 ? kGraphShare / length : 0.0) * graph, words;
  return joined;
}

std::vector<RowView> views_of(const Eigen::VectorXd& eigenvalues, std::size_t word_columns) {
  const auto d = static_cast<std::size_t>(eigenvalues.size());
  if (word_columns == 0)
    return {filtered(eigenvalues, 0), filtered(eigenvalues, 0.5), filtered(eigenvalues, 1)};
  return {{.first = 0, .count = d + word_columns},
          {.first = d, .count = word_columns, .unit = true},
          filtered(eigenvalues, 0.5)};
}

Embedding::Rows pool_words(const Graph& graph, const CsrMatrix& features, int threads,
                           const std::function<bool()>& go_on) {
  if (features.dim == 0) throw std::invalid_argument("pool_words: at least one feature is needed");
  return propagate_features(graph, features,
                            {.dim = static_cast<int>(AutoParams{}.word_columns),
                             .steps = 0,
                             .threads = threads,
                             .go_on = go_on});
}

std::vector<CsrMatrix> terms_of(const Graph& graph, CsrMatrix words) {
  CsrMatrix joined;
  joined.dim = graph.num_nodes();
  const auto n = static_cast<double>(graph.num_nodes());
  const auto weight = [&](Node i) {  // a node is a term of itself and of its neighbours
    return 1 + std::log((1 + n) / (2 + static_cast<double>(graph.neighbours(i).size())));
  };
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const auto neighbours = graph.neighbours(i);
    std::vector<Node> row(neighbours.begin(), neighbours.end());
    row.insert(std::ranges::lower_bound(row, i), i);
    for (const Node j : row) {
      if (graph.neighbours(j).empty()) continue;  // no other node has this term
      joined.index.push_back(j);
      joined.value.push_back(weight(j));
    }
    joined.offsets.push_back(joined.index.size());
  }
  std::vector<CsrMatrix> terms{std::move(words), std::move(joined)};
  for (CsrMatrix& view : terms) {
    for (std::size_t i = 0; i < view.rows(); ++i) {
      const auto row =
          std::span(view.value).subspan(view.offsets[i], view.offsets[i + 1] - view.offsets[i]);
      double square = 0;
      for (const double value : row) square += value * value;
      if (square == 0) continue;
      for (double& value : row) value /= std::sqrt(square);
    }
  }
  return terms;
}

DatasetView dataset_view_of(const Items& items, int num_classes) {
  if (num_classes < 2)
    throw std::invalid_argument("at least two classes are needed from the beginning");
  DatasetView examples;
  examples.dim = items.dim();
  examples.num_classes = num_classes;
  examples.graph = items.graph.get();
  if (const auto* dense = std::get_if<Embedding::Rows>(&items.rows)) {
    examples.rows =
        DenseView{{dense->data(), static_cast<std::size_t>(dense->size())}, items.dim()};
  } else {
    const auto& sparse = std::get<CsrMatrix>(items.rows);
    examples.rows = SparseView{sparse.offsets, sparse.index, sparse.value};
  }
  if (items.eigenvalues.size() > 0)
    examples.views = views_of(items.eigenvalues, items.word_columns);
  return examples;
}

void check_items(const Items& items) {
  if (const auto* sparse = std::get_if<CsrMatrix>(&items.rows)) check_rows(*sparse);
  if (const auto* dense = std::get_if<Embedding::Rows>(&items.rows); dense && !dense->allFinite())
    throw std::invalid_argument("Items: every entry of a row must be finite");
  if (items.graph && items.graph->num_nodes() != items.size())
    throw std::invalid_argument("Items: one row per node of the graph is needed");
  for (const CsrMatrix& view : items.terms) {
    check_rows(view);
    if (view.offsets.size() != items.size() + std::size_t{1})
      throw std::invalid_argument("Items: every view needs one row per item");
  }
  const auto eigenvalues = static_cast<std::size_t>(items.eigenvalues.size());
  if (eigenvalues == 0 ? items.word_columns > 0 : eigenvalues + items.word_columns != items.dim()) {
    throw std::invalid_argument(
        "Items: rows of a graph need one column per eigenvalue, then the columns of the words");
  }
  if (!(items.eigenvalues.array() > 0).all())  // NaN is not
    throw std::invalid_argument("Items: eigenvalues must be positive");
}

}  // namespace querent
