// SPDX-License-Identifier: Apache-2.0
// What `querent ask` asks about: the nodes of a graph or the rows of a file, with what a person is
// shown of each.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <querent/apps/ask/picture.hpp>
#include <querent/graph/graph.hpp>

namespace querent {
struct Items;
}

namespace querent::apps {

struct Prepared;

/// The items of a source. Read once, never changed.
class AskItems {
 public:
  /// `show`: the file of --show, or empty. DataError, IoError of that file.
  AskItems(std::unique_ptr<Prepared> source, const std::filesystem::path& show);

  std::uint32_t size() const;
  /// The user's own id: a node's name, a row's number in its file from 1.
  std::string id(std::uint32_t item) const;
  std::optional<std::uint32_t> find(std::string_view id) const;
  /// What is shown of the item: column and text, in the order of the file; without a table the
  /// columns of a row, at most 60, the largest by magnitude; none of a picture. Texts are the
  /// user's bytes, valid UTF-8, control characters among them.
  std::vector<std::pair<std::string, std::string>> fields(std::uint32_t item) const;
  /// Of a source whose rows are pictures.
  std::optional<Picture> picture(std::uint32_t item) const;
  /// The columns of --show; `cell` is one of them.
  std::size_t columns() const;
  const std::string& column(std::size_t column) const;
  std::string_view cell(std::uint32_t item, std::size_t column) const;
  /// The first field that is not empty, else the id: one line for lists and pictures.
  std::string title(std::uint32_t item) const;
  /// Null where the items are rows that no --knn joins.
  const Graph* graph() const;
  /// Where each item is on the map, in [−1, 1]²: the layout of the graph (plane_layout); of rows
  /// without a graph, and of graphs beyond 200,000 nodes, their two principal axes. Waits.
  const std::vector<std::array<float, 2>>& places() const;
  /// Whether places() would not wait; the first call begins the layout, on a thread of its own.
  bool places_ready() const;
  const char* item() const;  ///< "node" or "row"
  /// What the weight of an edge counts, in the singular ("paper"); empty where nobody knows.
  const std::string& counted_by_weights() const;
  /// The name of a column of the first of Items::terms.
  std::string word(std::uint32_t column) const;
  const std::string& name() const;
  /// What was read and made of it, for a person and for run.json.
  const std::string& summary() const;
  const nlohmann::ordered_json& source_json() const;
  const nlohmann::ordered_json& embedding_json() const;
  /// Notes of what --show did not fit.
  const std::vector<std::string>& notes() const;
  /// The rows that learners see.
  std::shared_ptr<const Items> rows() const;
  /// Of ids and edges: two sources of one fingerprint are the same.
  const std::string& fingerprint() const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace querent::apps
