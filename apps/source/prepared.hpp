// SPDX-License-Identifier: Apache-2.0
// A source that is ready for an experiment, and checks that anything can be learned from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <querent/apps/experiment/experiment.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/vectors/vector_data.hpp>
#include <querent/graph/bibliography/aliases.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/learners/session/dataset_view.hpp>
#include <querent/learners/session/items.hpp>
#include <querent/spectral/files/sharded_rows.hpp>

namespace querent::apps {

/// Throws DataError unless the labels have at least two classes; `item` is "node" or "row".
/// `outside`: labels of nodes outside the component in use.
void check_labels(const std::string& name, std::span<const int> labels,
                  const std::vector<std::string>& classes, std::string_view item,
                  std::uint64_t outside = 0);

/// Throws DataError if the source is empty or, if labels are needed, has too few of them.
void check_learnable(const GraphData& data, bool labels_needed, bool uses_features);
void check_learnable(const VectorData& data, bool labels_needed);

/// Marks and lists the nodes that no label can reach over edges; empty if all can be reached.
std::vector<bool> find_unreached(const GraphData& data, const Console& console);

/// Warns if nearly every label is a class of its own, as in a file of names.
void doubt_classes(const std::string& name, const std::vector<int>& labels, std::size_t classes,
                   const Console& console);

/// Notes a Gaussian kernel that is nearly 1 for all pairs of dense rows, as on an embedding with the
/// σ of the papers' tables.
void doubt_sigma(const DatasetView& examples, const std::vector<NamedConfig>& configs,
                 const Console& console);

/// The rows and labels of an embedded graph; both arguments must not move.
DatasetView dataset_view_of(const GraphData& data, const Embedding& embedding);

/// A source that is ready for an experiment, with the names of its items.
struct Prepared {
  LoadedGraph graph;  ///< empty if the source is vectors
  Embedding embedding;
  LoadedVectors vectors;  ///< empty if the source is a graph
  Embedding::Rows words;  ///< embedding and features, joined; empty if features are not used
  std::vector<std::uint32_t> first_of_shards;  ///< the first node of each shard; empty: no shards
  std::unique_ptr<ShardedRows> sharded;        ///< rows that are not all in memory; null: all are
  DatasetView examples;                        ///< views of the members above
  std::vector<CsrMatrix> views = {};           ///< the views of the nodes for --find
  std::vector<std::string> view_words = {};    ///< names of the columns of the first view
  Json source_json, embedding_json;
  /// Nodes that no label reaches over edges or features and that cannot be classified. Empty if all
  /// nodes can be.
  std::vector<bool> unreached;
  std::optional<EmbeddingOptions> embed_again;  ///< the graph has grown, so its rows are
                                                ///< provisional
  std::string summary;                          ///< description of the source for a person
  bool is_review = false;                       ///< the nodes are records of publications

  bool is_graph() const { return vectors.files.empty(); }
  const std::string& name() const { return is_graph() ? graph.data.name : vectors.data.name; }
  const std::vector<std::string>& classes() const {
    return is_graph() ? graph.data.classes : vectors.data.classes;
  }
  const std::vector<std::filesystem::path>& files() const {
    return is_graph() ? graph.files : vectors.files;
  }
  /// "node" or "row", or "record" of a publication.
  const char* item() const { return is_review ? "record" : is_graph() ? "node" : "row"; }
  /// The original id of item i: the name of a node, or the number of a row in its file from 1.
  std::string id(std::uint64_t i) const {
    return is_graph() ? std::string(graph.data.names[i])
                      : std::to_string(vectors.data.row_number(i));
  }
};

/// Reads the source; embeds a graph or transforms vectors. Throws DataError with the reason if
/// nothing can be learned from the labels.
std::unique_ptr<Prepared> prepare(const SourceOptions& source, const EmbedOptions& embedding,
                                  const Console& console);

/// Reads the views of a graph folder's nodes for `--find`; does nothing for other sources.
void add_find_views(const SourceOptions& source, Prepared& prepared);

/// Takes the rows of an embedded graph, with unsmoothed features if it has any.
Items items_of_nodes(Prepared& prepared, std::shared_ptr<const Graph> graph);

/// Makes the items of `auto` for a pool or for a stream over a graph, with unsmoothed features, and
/// its kernels for a stream. They take the rows of the source if these are unsmoothed; the graph is
/// referenced.
void add_items(Prepared& prepared, const EmbedOptions& how, bool pool);

/// Finds items by their ids.
class ItemIds {
 public:
  /// `source` must outlive this object, with the same names.
  explicit ItemIds(const Prepared& source);

  std::optional<std::uint32_t> exact(std::string_view id) const;
  /// Works in a folder of `querent graph` are found by DOI, PubMed id and the ids of their
  /// duplicates, too, which are read at the first call. Throws CorruptError for their files.
  std::optional<std::uint32_t> find(std::string_view id);
  /// The own ids of the works that have this id in one of their exports.
  std::vector<std::string> works_with(std::string_view id);

 private:
  const Aliases* aliases();

  const Prepared* source_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;  // of nodes
  std::unordered_map<std::uint64_t, std::uint32_t> by_number_;   // of rows
  std::unique_ptr<NodeIds> works_;  // of the folder, which may have more works than items
  std::optional<Aliases> aliases_;
  bool has_looked_ = false;  // for that folder
};

}  // namespace querent::apps
