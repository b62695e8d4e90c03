// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/items.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include <querent/apps/source/embedded_graph.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

namespace {

template <class T>
std::span<const char> bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::string fingerprint_of(const AskItems& items) {
  Sha256 sum;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const std::string id = items.id(i);
    sum.update({id.data(), id.size() + 1});  // including the terminating NUL
  }
  if (const Graph* graph = items.graph()) {
    sum.update(bytes_of(graph->offsets()));
    sum.update(bytes_of(graph->all_neighbours()));
    sum.update(bytes_of(graph->all_weights()));
  }
  return sum.hex();
}

// The learners' rows. Moves their source, except rows that --knn has joined.
Items rows_and_graph(Prepared& source, const std::shared_ptr<const Graph>& graph) {
  if (graph != nullptr) return items_of_nodes(source, graph);
  VectorData& data = source.vectors.data;
  if (data.layout == RowLayout::kDense) {
    Embedding::Rows rows =
        Eigen::Map<const Embedding::Rows>(data.value.data(), static_cast<Eigen::Index>(data.rows()),
                                          static_cast<Eigen::Index>(data.features));
    data.value = {};
    return {.rows = std::move(rows)};
  }
  return {.rows = SparseItems{.offsets = data.offsets,
                              .index = std::move(data.index),
                              .value = std::move(data.value),
                              .dim = data.features}};
}

Items rows_of(Prepared& source, const std::shared_ptr<const Graph>& graph) {
  Items items = rows_and_graph(source, graph);
  items.terms = std::move(source.views);
  return items;
}

}  // namespace

struct AskItems::Impl {
  // Visits the non-zero entries of a row as pairs of column and value.
  template <class Visit>
  void for_entries(std::uint32_t item, Visit&& visit) const {
    const bool scaled = source->vectors.as_read.has_value();
    const VectorData& data = scaled ? *source->vectors.as_read : source->vectors.data;
    std::span<const std::uint32_t> index = data.row_index(item);
    std::span<const double> value;
    if (graph != nullptr || scaled) {
      value = data.row_value(item);
    } else if (const auto* dense = std::get_if<Embedding::Rows>(&rows->rows)) {
      value = {dense->data() + item * data.features, data.features};
    } else {
      const SparseRow row = std::get<SparseItems>(rows->rows)[item];
      index = row.index;
      value = row.value;
    }
    for (std::size_t k = 0; k < value.size(); ++k)
      visit(data.layout == RowLayout::kDense ? k : index[k], value[k]);
  }
  void find_pictures();

  std::unique_ptr<Prepared> source;
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Items> rows;
  PictureShape picture;
  double darkest = 0, range = 1;  // range of the pixel values
  ShownTable shown;
  std::uint32_t size = 0;
  std::unordered_map<std::string_view, std::uint32_t> by_name;  // index of nodes
  std::unordered_map<std::uint64_t, std::uint32_t> by_number;   // index of rows
  std::unique_ptr<MapLayout> layout;
  std::unique_ptr<EmbedAgain> again;
  std::vector<std::string> notes;
  std::string fingerprint, counted_by_weights;
};

// Maps the smallest value of the data set to black and the largest to white.
void AskItems::Impl::find_pictures() {
  const PictureShape shape = picture_shape(source->files().front());
  if (std::uint64_t{shape.width} * shape.height * shape.channels != source->vectors.data.features ||
      shape.width == 0)
    return;
  picture = shape;
  double least = 0, most = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    for_entries(i, [&](std::size_t, double value) {
      least = std::min(least, value);
      most = std::max(most, value);
    });
  }
  darkest = least;
  range = most > least ? most - least : 1;
}

AskItems::AskItems(std::unique_ptr<Prepared> source, const std::filesystem::path& show) {
  auto impl = std::make_shared<Impl>();
  impl_ = impl;
  impl->source = std::move(source);
  Prepared& prepared = *impl->source;
  if (prepared.examples.graph != nullptr)
    impl->graph = std::make_shared<const Graph>(std::move(prepared.graph.data.graph));
  impl->rows = std::make_shared<const Items>(rows_of(prepared, impl->graph));
  if (prepared.embed_again)
    impl->again = std::make_unique<EmbedAgain>(impl->graph, *prepared.embed_again);
  prepared.examples = {};  // views into data that has moved
  impl->size = impl->rows->size();
  if (prepared.is_graph()) {
    const NodeNames& names = prepared.graph.data.names;
    impl->by_name.reserve(impl->size);
    for (std::uint32_t i = 0; i < impl->size; ++i) impl->by_name.emplace(names[i], i);
  } else {
    for (std::uint32_t i = 0; i < impl->size; ++i)
      impl->by_number.emplace(prepared.vectors.data.row_number(i), i);
  }
  if (!show.empty()) {
    impl->shown = read_shown(show, impl->size, [&](std::string_view id) { return find(id); });
    if (impl->shown.unknown_ids > 0)
      impl->notes.push_back(fmt::format("ignored {} of {}: no such {} in the source",
                                        counted(impl->shown.unknown_ids, "line"), show.string(),
                                        item()));
    if (impl->shown.without > 0)
      impl->notes.push_back(fmt::format("{} without a line in {}; only the id is shown",
                                        counted(impl->shown.without, item()), show.string()));
  }
  if (!prepared.is_graph()) impl->find_pictures();
  if (prepared.is_graph())
    impl->counted_by_weights = querent::counted_by_weights(prepared.graph.data.name);
  impl->layout = std::make_unique<MapLayout>(graph() ? impl->graph : nullptr, impl->rows);
  impl->fingerprint = fingerprint_of(*this);
}

std::uint32_t AskItems::size() const {
  return impl_->size;
}

std::string AskItems::id(std::uint32_t item) const {
  return impl_->source->id(item);
}

std::optional<std::uint32_t> AskItems::find(std::string_view id) const {
  if (impl_->source->is_graph()) {
    const auto found = impl_->by_name.find(id);
    return found == impl_->by_name.end() ? std::nullopt : std::optional(found->second);
  }
  if (id.empty() || id.size() > 18 || id.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  const auto found = impl_->by_number.find(std::stoull(std::string(id)));
  return found == impl_->by_number.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::pair<std::string, std::string>> AskItems::fields(std::uint32_t item) const {
  std::vector<std::pair<std::string, std::string>> fields;
  const ShownTable& shown = impl_->shown;
  for (std::size_t c = 0; c < shown.columns.size(); ++c)
    fields.emplace_back(shown.columns[c], shown.cell(item, c));
  if (!shown.columns.empty() || impl_->source->is_graph() || impl_->picture.width > 0)
    return fields;
  constexpr std::size_t kMostFields = 60;
  std::vector<std::pair<std::size_t, double>> entries;
  impl_->for_entries(item, [&](std::size_t j, double value) { entries.emplace_back(j, value); });
  const std::size_t all = entries.size();
  if (all > kMostFields) {
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return std::abs(a.second) > std::abs(b.second);
    });
    entries.resize(kMostFields);
    std::sort(entries.begin(), entries.end());
  }
  const auto& vectors = impl_->source->vectors;
  const auto& names = vectors.as_read ? vectors.as_read->feature_names : vectors.data.feature_names;
  for (const auto& [j, value] : entries)
    fields.emplace_back(j < names.size() ? names[j] : fmt::format("column {}", j + 1),
                        fmt::format("{}", value));
  if (all > kMostFields)
    fields.emplace_back("…", fmt::format("{} smaller ones", all - kMostFields));
  return fields;
}

std::optional<Picture> AskItems::picture(std::uint32_t item) const {
  if (impl_->picture.width == 0) return std::nullopt;
  const auto grey = [this](double value) {
    const double share = (value - impl_->darkest) / impl_->range;
    return static_cast<char>(static_cast<unsigned char>(255 * share + 0.5));
  };
  Picture picture{.shape = impl_->picture,
                  .pixels = std::string(impl_->source->vectors.data.features, grey(0))};
  impl_->for_entries(item, [&](std::size_t j, double value) { picture.pixels[j] = grey(value); });
  return picture;
}

const ShownTable& AskItems::shown() const {
  return impl_->shown;
}

std::string AskItems::title(std::uint32_t item) const {
  for (std::size_t c = 0; c < impl_->shown.columns.size(); ++c) {
    if (const std::string_view cell = impl_->shown.cell(item, c); !cell.empty())
      return std::string(cell);
  }
  return id(item);
}

const Graph* AskItems::graph() const {
  const Graph* const graph = impl_->graph.get();
  return graph != nullptr && graph->num_edges() > 0 ? graph : nullptr;
}
MapLayout& AskItems::map() const {
  return *impl_->layout;
}

std::string AskItems::word(std::uint32_t column) const {
  return impl_->source->view_words.at(column);
}

const char* AskItems::item() const {
  return impl_->source->item();
}
const std::string& AskItems::counted_by_weights() const {
  return impl_->counted_by_weights;
}
const std::string& AskItems::name() const {
  return impl_->source->name();
}
const nlohmann::ordered_json& AskItems::source_json() const {
  return impl_->source->source_json;
}
const nlohmann::ordered_json& AskItems::embedding_json() const {
  return impl_->source->embedding_json;
}
const std::vector<std::string>& AskItems::notes() const {
  return impl_->notes;
}
std::shared_ptr<const Items> AskItems::rows() const {
  return impl_->rows;
}
const std::string& AskItems::fingerprint() const {
  return impl_->fingerprint;
}

}  // namespace querent::apps
