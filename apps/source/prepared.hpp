// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/graph_source.hpp>
#include <querent/apps/source/vector_source.hpp>
#include <querent/learners/session/examples.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/spectral/sharded_rows.hpp>

namespace querent::apps {

/// The rows and labels of an embedded graph; both must stay where they are.
Examples examples_of(const GraphData& data, const Embedding& embedding);

/// A source that an experiment can be played on, and how its items are called.
struct Prepared {
  LoadedGraph graph;  ///< empty when the source is vectors
  Embedding embedding;
  LoadedVectors vectors;  ///< empty when the source is a graph
  Embedding::Rows words;  ///< embedding and words joined; empty where words are not used
  std::vector<std::uint32_t> first_of_shards;  ///< the first node of each; empty: no shards
  std::unique_ptr<ShardedRows> sharded;  ///< rows that are not in memory as a whole; null: they are
  Examples examples;                     ///< views into the above
  std::vector<SparseItems> views = {};   ///< what --find sees of the nodes
  std::vector<std::string> view_words = {};  ///< names of the first view's columns
  Json source_json, embedding_json;
  /// Nodes that no label reaches over edges, nor by their words: nothing is known of them. Empty:
  /// there is none.
  std::vector<bool> unreached;
  std::optional<EmbeddingOptions> embed_again;  ///< the graph has grown: its rows are provisional
  std::string summary;                          ///< what was read and made of it, for a person

  bool is_graph() const { return vectors.files.empty(); }
  const std::string& name() const { return is_graph() ? graph.data.name : vectors.data.name; }
  const std::vector<std::string>& classes() const {
    return is_graph() ? graph.data.classes : vectors.data.classes;
  }
  const std::vector<std::filesystem::path>& files() const {
    return is_graph() ? graph.files : vectors.files;
  }
  /// "node" or "row".
  const char* item() const { return is_graph() ? "node" : "row"; }
  /// The user's own id of item i: a node's name, a row's number in its file from 1.
  std::string id(std::uint64_t i) const {
    return is_graph() ? std::string(graph.data.names[i])
                      : std::to_string(vectors.data.row_number(i));
  }
};

/// Reads; embeds a graph, transforms vectors. DataError with the reason when nothing can be learned
/// from the labels.
std::unique_ptr<Prepared> prepare(const SourceOptions& source, const EmbedOptions& embedding,
                                  const Console& console);

/// Reads what `--find` sees of a graph folder's nodes; nothing of any other source.
void add_find_views(const SourceOptions& source, Prepared& prepared);

/// What a session asks about: the nodes or rows, copied; the graph stays where it is.
std::shared_ptr<const Items> pool_items(const Prepared& prepared);

}  // namespace querent::apps
