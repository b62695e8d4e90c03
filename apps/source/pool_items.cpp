// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/items.hpp>

#include <querent/apps/source/prepared.hpp>
#include <querent/graph/bibliography/read_folder.hpp>

namespace querent::apps {

namespace {

// Vectors without a graph.
Items items_of_vectors(const DatasetView& examples) {
  if (const auto* dense = std::get_if<DenseView>(&examples.rows))
    return {.rows = Embedding::Rows(Eigen::Map<const Embedding::Rows>(
                dense->values.data(), static_cast<Eigen::Index>(examples.labels.size()),
                static_cast<Eigen::Index>(dense->dim)))};
  const auto& rows = std::get<SparseView>(examples.rows);
  return {.rows = SparseItems{.offsets = {rows.offsets.begin(), rows.offsets.end()},
                              .index = {rows.index.begin(), rows.index.end()},
                              .value = {rows.value.begin(), rows.value.end()},
                              .dim = examples.dim}};
}

}  // namespace

std::shared_ptr<const Items> pool_items(const Prepared& prepared) {
  const Embedding& embedding = prepared.embedding;
  Items items;
  if (embedding.rows.size() == 0) {
    items = items_of_vectors(prepared.examples);
  } else {
    const std::shared_ptr<const Graph> graph(std::shared_ptr<void>(), prepared.examples.graph);
    if (prepared.words.size() == 0) {
      items = items_of(graph, embedding);
    } else {
      items = {
          .rows = prepared.words,
          .graph = graph,
          .eigenvalues = embedding.eigenvalues,
          .word_columns = static_cast<std::size_t>(prepared.words.cols() - embedding.rows.cols())};
    }
  }
  items.terms = prepared.views;
  return std::make_shared<const Items>(std::move(items));
}

void add_find_views(const SourceOptions& source, Prepared& prepared) {
  if (!prepared.is_graph() || !is_graph_folder(source.source)) return;
  const GraphFolder folder = graph_folder(source.source);
  for (NodeFeatures& view : read_folder_views(folder, prepared.graph.data.names)) {
    prepared.views.push_back({.offsets = std::move(view.offsets),
                              .index = std::move(view.index),
                              .value = std::move(view.value),
                              .dim = view.dim});
  }
  if (!prepared.views.empty())
    prepared.view_words = read_column_names(folder.terms, prepared.views.front().dim);
}

}  // namespace querent::apps
