// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/prepared.hpp>

#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/bibliography/read_folder.hpp>
#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

namespace {

// Vectors without a graph.
Items items_of_vectors(const DatasetView& examples) {
  if (const auto* dense = std::get_if<DenseView>(&examples.rows))
    return {.rows = Embedding::Rows(Eigen::Map<const Embedding::Rows>(
                dense->values.data(), static_cast<Eigen::Index>(examples.labels.size()),
                static_cast<Eigen::Index>(dense->dim)))};
  const auto& rows = std::get<SparseView>(examples.rows);
  return {.rows = CsrMatrix{.offsets = {rows.offsets.begin(), rows.offsets.end()},
                            .index = {rows.index.begin(), rows.index.end()},
                            .value = {rows.value.begin(), rows.value.end()},
                            .dim = examples.dim}};
}

}  // namespace

Items items_of_nodes(Prepared& prepared, std::shared_ptr<const Graph> graph) {
  Embedding& embedding = prepared.embedding;
  if (prepared.words.size() == 0) return items_of(std::move(graph), std::move(embedding));
  if (embedding.rows.cols() == 0) return {.rows = std::move(prepared.words)};  // no edges
  const auto word_columns = static_cast<std::size_t>(prepared.words.cols() - embedding.rows.cols());
  return {.rows = std::move(prepared.words),
          .graph = std::move(graph),
          .eigenvalues = std::move(embedding.eigenvalues),
          .word_columns = word_columns};
}

void add_items(Prepared& prepared, const EmbedOptions& how, bool pool) {
  DatasetView& examples = prepared.examples;
  const bool nodes = prepared.embedding.rows.size() > 0;
  if (!pool && (!nodes || examples.graph == nullptr || !examples.label_sets.empty())) return;
  const std::shared_ptr<const Graph> graph(std::shared_ptr<void>(), examples.graph);
  Items items;
  if (!nodes)
    items = items_of_vectors(examples);
  else if (prepared.words.size() > 0 && !how.unsmoothed)  // another learner uses the smoothed ones
    items = items_of(graph, std::move(prepared.embedding),
                     pool_words(*graph, prepared.graph.data.features, how.embedding.threads));
  else
    items = items_of_nodes(prepared, graph);
  items.terms = prepared.views;
  examples.items = std::make_shared<const Items>(std::move(items));
  if (nodes && prepared.words.size() == 0) {
    const auto& rows = std::get<Embedding::Rows>(examples.items->rows);
    examples.rows = DenseView{{rows.data(), static_cast<std::size_t>(rows.size())}, examples.dim};
  }
  if (!pool)
    examples.kernels = std::make_shared<const Kernels>(examples.items, how.embedding.threads);
}

void add_find_views(const SourceOptions& source, Prepared& prepared) {
  if (!prepared.is_graph() || !is_graph_folder(source.source)) return;
  const GraphFolder folder = graph_folder(source.source);
  prepared.views = read_folder_views(folder, prepared.graph.data.names);
  if (!prepared.views.empty())
    prepared.view_words = read_column_names(folder.terms, prepared.views.front().dim);
}

ItemIds::ItemIds(const Prepared& source) : source_(&source) {
  const NodeNames& names = source.graph.data.names;
  by_name_.reserve(names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) by_name_.emplace(names[i], i);
  const std::uint64_t rows = source.is_graph() ? 0 : source.vectors.data.rows();
  for (std::uint32_t i = 0; i < rows; ++i) by_number_.emplace(source.vectors.data.row_number(i), i);
}

std::optional<std::uint32_t> ItemIds::exact(std::string_view id) const {
  if (source_->is_graph()) {
    const auto found = by_name_.find(id);
    return found == by_name_.end() ? std::nullopt : std::optional(found->second);
  }
  if (id.empty() || id.size() > 18 || id.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  const auto found = by_number_.find(std::stoull(std::string(id)));
  return found == by_number_.end() ? std::nullopt : std::optional(found->second);
}

const Aliases* ItemIds::aliases() {
  if (!has_looked_ && is_graph_folder(source_->name())) {
    if (const GraphFolder folder = graph_folder(source_->name()); !folder.aliases.empty()) {
      works_ = std::make_unique<NodeIds>(read_folder_ids(folder));
      aliases_.emplace(*works_);
      Input file = Input::open(folder.aliases);
      aliases_->read(file);
    }
  }
  has_looked_ = true;
  return aliases_ ? &*aliases_ : nullptr;
}

std::optional<std::uint32_t> ItemIds::find(std::string_view id) {
  if (const auto item = exact(id)) return item;
  const auto work = aliases() != nullptr ? aliases_->find(id) : std::nullopt;
  return work ? exact(works_->names()[*work]) : std::nullopt;
}

std::vector<std::string> ItemIds::works_with(std::string_view id) {
  std::vector<std::string> ids;
  if (aliases() == nullptr) return ids;
  for (const Node work : aliases_->all(id)) ids.emplace_back(works_->names()[work]);
  return ids;
}

}  // namespace querent::apps
