// SPDX-License-Identifier: Apache-2.0
// The items that `querent ask` asks about: nodes of a graph or rows of a file, with the text or
// picture displayed for each. Rows are pictures in IDX files of at least three dimensions and .npy
// arrays of shape n × h × w or n × h × w × 3.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <querent/apps/ask/map.hpp>
#include <querent/apps/ask/shown_table.hpp>
#include <querent/apps/source/embedded_graph.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/graph/graph.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// Size of every picture of a file; width 0 means that the rows are not pictures.
struct PictureShape {
  std::uint32_t width = 0, height = 0;
  std::uint32_t channels = 1;  ///< 1: grey; 3: red, green, blue
};

/// Reads the shape from the header of the file.
PictureShape picture_shape(const std::filesystem::path& file);

/// One picture, one byte per channel, row by row from the top.
struct Picture {
  PictureShape shape = {};
  std::string pixels = {};
};

/// Scales a picture down to at most `columns` × `rows` grey pixels by averaging pixels and
/// channels.
Picture small_and_grey(const Picture& picture, std::uint32_t columns, std::uint32_t rows);

/// Base64 encoding for JSON (RFC 4648).
std::string base64(std::string_view bytes);

/// The items of a source; immutable.
class AskItems {
 public:
  /// `show` is the file of --show, or empty. DataError and IoError refer to that file.
  AskItems(std::unique_ptr<Prepared> source, const std::filesystem::path& show);

  std::uint32_t size() const { return rows_->size(); }
  /// The user's id: the name of a node, or the number of a row in its file, from 1.
  std::string id(std::uint32_t item) const { return source_->id(item); }
  std::optional<std::uint32_t> find(std::string_view id) const { return ids_.exact(id); }
  /// Works also by their DOI, PubMed id or a duplicate's id. Throws CorruptError.
  std::optional<std::uint32_t> known_by(std::string_view id) { return ids_.find(id); }
  /// The ids of the works that known_by() has to choose from.
  std::vector<std::string> works_with(std::string_view id) { return ids_.works_with(id); }
  /// The fields displayed for an item, as pairs of column and text in the order of the file.
  /// Without a table these are the columns of the row, at most 60 of largest magnitude; a picture
  /// has none. Texts are the user's bytes: valid UTF-8 that may contain control characters; those of
  /// records are without HTML and JATS tags.
  std::vector<std::pair<std::string, std::string>> fields(std::uint32_t item) const;
  /// The picture of an item, if the rows are pictures.
  std::optional<Picture> picture(std::uint32_t item) const;
  const ShownTable& shown() const { return shown_; }  ///< the table of --show
  /// The first non-empty field, or else the id: one line for lists and the map.
  std::string title(std::uint32_t item) const;
  /// Null if the items are rows and --knn was not given, and for a graph without edges.
  const Graph* graph() const {
    return graph_ != nullptr && graph_->num_edges() > 0 ? graph_.get() : nullptr;
  }
  MapLayout& map() const { return *layout_; }
  bool has_records() const { return source_->is_review; }  ///< of publications
  const char* item() const { return source_->item(); }     ///< "node", "row", or "record"
  /// What edge weights count, in the singular ("paper"); empty if this is not known.
  const std::string& counted_by_weights() const { return counted_by_weights_; }
  /// The word that belongs to a column of Items::terms.front().
  std::string word(std::uint32_t column) const { return source_->view_words.at(column); }
  const std::string& name() const { return source_->name(); }
  const nlohmann::ordered_json& source_json() const { return source_->source_json; }
  const nlohmann::ordered_json& embedding_json() const { return source_->embedding_json; }
  /// Notes on lines of --show that did not match.
  const std::vector<std::string>& notes() const { return notes_; }
  std::shared_ptr<const Items> rows() const { return rows_; }  ///< what learners use
  /// Hash of ids and edges: sources with the same fingerprint are the same.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  void find_pictures();
  std::string shown_text(std::uint32_t item, std::size_t c) const;
  // Visits the non-zero entries of a row as pairs of column and value.
  template <class Visit>
  void for_entries(std::uint32_t item, Visit&& visit) const;

  std::unique_ptr<Prepared> source_;
  ItemIds ids_;
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Items> rows_;
  PictureShape picture_;
  double darkest_ = 0, range_ = 1;  // range of the pixel values
  ShownTable shown_;
  std::unique_ptr<MapLayout> layout_;
  std::unique_ptr<EmbedAgain> again_;
  std::vector<std::string> notes_;
  std::string fingerprint_, counted_by_weights_;
};

}  // namespace querent::apps
