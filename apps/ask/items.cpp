// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/items.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/vectors/format.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

PictureShape picture_shape(const std::filesystem::path& file) {
  constexpr std::uint64_t kMostPixels = 4096;  // maximum side length
  Input input = Input::open(file);
  const VectorFormat* const format = recognise_vectors(input.peek());
  if (format == nullptr || format->shape == nullptr) return {};
  const auto sizes = format->shape(input.peek(), input.name());
  if (sizes.size() < 3 || sizes.size() > 4) return {};
  const std::uint64_t channels = sizes.size() == 4 ? sizes[3] : 1;
  if (channels != 1 && channels != 3) return {};
  for (const std::size_t side : {1u, 2u}) {
    if (sizes[side] < 2 || sizes[side] > kMostPixels) return {};
  }
  return {.width = static_cast<std::uint32_t>(sizes[2]),
          .height = static_cast<std::uint32_t>(sizes[1]),
          .channels = static_cast<std::uint32_t>(channels)};
}

Picture small_and_grey(const Picture& picture, std::uint32_t columns, std::uint32_t rows) {
  const auto& [width, height, channels] = picture.shape;
  const std::uint32_t step =
      std::max({(width + columns - 1) / columns, (height + rows - 1) / rows, 1u});
  Picture small{
      .shape = {.width = (width + step - 1) / step, .height = (height + step - 1) / step}};
  for (std::uint32_t y = 0; y < height; y += step) {
    for (std::uint32_t x = 0; x < width; x += step) {
      std::uint64_t sum = 0, count = 0;
      for (std::uint32_t v = y; v < std::min(y + step, height); ++v) {
        for (std::uint32_t u = x; u < std::min(x + step, width); ++u) {
          for (std::uint32_t c = 0; c < channels; ++c, ++count)
            sum += static_cast<unsigned char>(
                picture.pixels[(std::size_t{v} * width + u) * channels + c]);
        }
      }
      small.pixels += static_cast<char>(sum / count);
    }
  }
  return small;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

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

// Whether this is the inside of a tag of HTML or JATS, such as "/jats:p". Others are text: "x<y>3".
bool is_markup(std::string_view tag, bool& within_word) {
  constexpr std::string_view kInWord = " i b em strong sub sup scp u italic ";
  constexpr std::string_view kBlock =
      " p br div span h1 h2 h3 h4 title sec li ul ol abstract bold ";
  if (tag.starts_with('/')) tag.remove_prefix(1);
  tag = tag.substr(0, tag.find_first_of(" /"));
  if (const std::size_t colon = tag.find(':'); colon != tag.npos) tag.remove_prefix(colon + 1);
  const std::string name = " " + lowered(tag) + " ";
  within_word = kInWord.find(name) != kInWord.npos;
  return within_word || kBlock.find(name) != kBlock.npos;
}

// The text of a record without the markup that some databases leave in it.
std::string without_markup(std::string_view record) {
  static constexpr std::array<Replacement, 3> kEntities{
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}};
  const std::string text = rewritten(record, kEntities);
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    // a tag ends before the next one begins, so each character is searched once
    const std::size_t end = text[at] == '<' ? text.find_first_of("<>", at + 1) : text.npos;
    bool within_word = false;
    if (end == text.npos || text[end] == '<' ||
        !is_markup(std::string_view(text).substr(at + 1, end - at - 1), within_word)) {
      plain += text[at];
      continue;
    }
    if (!within_word && !plain.empty() && plain.back() != ' ') plain += ' ';
    at = end;
  }
  return plain;
}

// The learners' rows. Moves their source, except rows that --knn has joined.
Items rows_of(Prepared& source, const std::shared_ptr<const Graph>& graph) {
  if (graph != nullptr) return items_of_nodes(source, graph);
  VectorData& data = source.vectors.data;
  if (data.layout == RowLayout::kDense) {
    Embedding::Rows rows =
        Eigen::Map<const Embedding::Rows>(data.value.data(), static_cast<Eigen::Index>(data.rows()),
                                          static_cast<Eigen::Index>(data.features));
    data.value = {};
    return {.rows = std::move(rows)};
  }
  return {.rows = CsrMatrix{.offsets = data.offsets,
                            .index = std::move(data.index),
                            .value = std::move(data.value),
                            .dim = data.features}};
}

}  // namespace

void AskItems::for_entries(std::uint32_t item, auto&& visit) const {
  const bool scaled = source_->vectors.as_read.has_value();
  const VectorData& data = scaled ? *source_->vectors.as_read : source_->vectors.data;
  std::span<const std::uint32_t> index = data.row_index(item);
  std::span<const double> value;
  if (graph_ != nullptr || scaled) {
    value = data.row_value(item);
  } else if (const auto* dense = std::get_if<Embedding::Rows>(&rows_->rows)) {
    value = {dense->data() + item * data.features, data.features};
  } else {
    const auto row = std::get<CsrMatrix>(rows_->rows)[item];
    index = row.index;
    value = row.value;
  }
  for (std::size_t k = 0; k < value.size(); ++k)
    visit(data.layout == RowLayout::kDense ? k : index[k], value[k]);
}

// Maps the smallest value of the data set to black and the largest to white.
void AskItems::find_pictures() {
  const PictureShape shape = picture_shape(source_->files().front());
  if (std::uint64_t{shape.width} * shape.height * shape.channels !=
          source_->vectors.data.features ||
      shape.width == 0)
    return;
  picture_ = shape;
  double least = 0, most = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    for_entries(i, [&](std::size_t, double value) {
      least = std::min(least, value);
      most = std::max(most, value);
    });
  }
  darkest_ = least;
  range_ = most > least ? most - least : 1;
}

AskItems::AskItems(std::unique_ptr<Prepared> source, const std::filesystem::path& show)
    : source_(std::move(source)), ids_(*source_) {
  Prepared& prepared = *source_;
  if (prepared.examples.graph != nullptr)
    graph_ = std::make_shared<const Graph>(std::move(prepared.graph.data.graph));
  Items rows = rows_of(prepared, graph_);
  rows.terms = std::move(prepared.views);
  rows_ = std::make_shared<const Items>(std::move(rows));
  if (prepared.embed_again) again_ = std::make_unique<EmbedAgain>(graph_, *prepared.embed_again);
  prepared.examples = {};  // views into data that has moved
  if (!show.empty()) {
    shown_ = read_shown(show, size(), [&](std::string_view id) { return known_by(id); });
    if (shown_.unknown_ids > 0)
      notes_.push_back(fmt::format("ignored {} of {}: no such {} in the source",
                                   counted(shown_.unknown_ids, "line"), show.string(), item()));
    if (shown_.without > 0)
      notes_.push_back(fmt::format("{} without a line in {}; only the id is shown",
                                   counted(shown_.without, item()), show.string()));
  }
  if (!prepared.is_graph()) {
    find_pictures();
  } else {
    counted_by_weights_ = querent::counted_by_weights(prepared.graph.data.name);
  }
  layout_ = std::make_unique<MapLayout>(graph() ? graph_ : nullptr, rows_);
  fingerprint_ = fingerprint_of(*this);
}

std::vector<std::pair<std::string, std::string>> AskItems::fields(std::uint32_t item) const {
  std::vector<std::pair<std::string, std::string>> fields;
  for (std::size_t c = 0; c < shown_.columns.size(); ++c)
    fields.emplace_back(shown_.columns[c], shown_text(item, c));
  if (!shown_.columns.empty() || source_->is_graph() || picture_.width > 0) return fields;
  constexpr std::size_t kMostFields = 60;
  std::vector<std::pair<std::size_t, double>> entries;
  for_entries(item, [&](std::size_t j, double value) { entries.emplace_back(j, value); });
  const std::size_t all = entries.size();
  if (all > kMostFields) {
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return std::abs(a.second) > std::abs(b.second);
    });
    entries.resize(kMostFields);
    std::sort(entries.begin(), entries.end());
  }
  const auto& vectors = source_->vectors;
  const auto& names = vectors.as_read ? vectors.as_read->feature_names : vectors.data.feature_names;
  for (const auto& [j, value] : entries)
    fields.emplace_back(j < names.size() ? names[j] : fmt::format("column {}", j + 1),
                        fmt::format("{}", value));
  if (all > kMostFields)
    fields.emplace_back("…", fmt::format("{} smaller ones", all - kMostFields));
  return fields;
}

std::optional<Picture> AskItems::picture(std::uint32_t item) const {
  if (picture_.width == 0) return std::nullopt;
  const auto grey = [this](double value) {
    const double share = (value - darkest_) / range_;
    return static_cast<char>(static_cast<unsigned char>(255 * share + 0.5));
  };
  Picture picture{.shape = picture_,
                  .pixels = std::string(source_->vectors.data.features, grey(0))};
  for_entries(item, [&](std::size_t j, double value) { picture.pixels[j] = grey(value); });
  return picture;
}

std::string AskItems::shown_text(std::uint32_t item, std::size_t c) const {
  const std::string_view cell = shown_.cell(item, c);
  return source_->is_review ? without_markup(cell) : std::string(cell);
}

std::string AskItems::title(std::uint32_t item) const {
  for (std::size_t c = 0; c < shown_.columns.size(); ++c) {
    if (std::string text = shown_text(item, c); !text.empty()) return text;
  }
  return id(item);
}

}  // namespace querent::apps
