// SPDX-License-Identifier: Apache-2.0
// The items that `querent ask` asks about: nodes of a graph or rows of a file, with the text or
// picture displayed for each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <querent/apps/ask/map_layout.hpp>
#include <querent/apps/ask/picture.hpp>
#include <querent/apps/ask/shown_table.hpp>
#include <querent/graph/graph.hpp>

namespace querent::apps {

struct Prepared;

/// The items of a source; immutable.
class AskItems {
 public:
  /// `show` is the file of --show, or empty. DataError and IoError refer to that file.
  AskItems(std::unique_ptr<Prepared> source, const std::filesystem::path& show);

  std::uint32_t size() const;
  /// The user's id: the name of a node, or the number of a row in its file, from 1.
  std::string id(std::uint32_t item) const;
  std::optional<std::uint32_t> find(std::string_view id) const;
  /// The fields displayed for an item, as pairs of column and text in the order of the file.
  /// Without a table these are the columns of the row, at most 60 of largest magnitude; a picture
  /// has none. Texts are the user's bytes: valid UTF-8 that may contain control characters.
  std::vector<std::pair<std::string, std::string>> fields(std::uint32_t item) const;
  /// The picture of an item, if the rows are pictures.
  std::optional<Picture> picture(std::uint32_t item) const;
  const ShownTable& shown() const;  ///< the table of --show
  /// The first non-empty field, or else the id: one line for lists and the map.
  std::string title(std::uint32_t item) const;
  /// Null if the items are rows and --knn was not given, and for a graph without edges.
  const Graph* graph() const;
  MapLayout& map() const;
  const char* item() const;  ///< "node", "row", or "record" of a publication
  /// What edge weights count, in the singular ("paper"); empty if this is not known.
  const std::string& counted_by_weights() const;
  /// The word that belongs to a column of Items::terms.front().
  std::string word(std::uint32_t column) const;
  const std::string& name() const;
  const nlohmann::ordered_json& source_json() const;
  const nlohmann::ordered_json& embedding_json() const;
  /// Notes on lines of --show that did not match.
  const std::vector<std::string>& notes() const;
  /// The rows that learners use.
  std::shared_ptr<const Items> rows() const;
  /// Hash of ids and edges: sources with the same fingerprint are the same.
  const std::string& fingerprint() const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace querent::apps
