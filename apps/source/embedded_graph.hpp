// SPDX-License-Identifier: Apache-2.0
// A graph that has grown since it was embedded, so that an annotator need not wait for a new
// embedding. For each source, a file beside the cached embeddings records the key and the nodes of
// its last embedding.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/out_of_sample.hpp>

namespace querent::apps {

/// Where the nodes of a grown graph were before.
struct RowsBefore {
  std::vector<std::uint32_t> row;  ///< per node: its row before, or kNewNode
  std::uint64_t came = 0;          ///< nodes without a row before
  std::uint64_t vanished = 0;      ///< rows before of nodes that the graph no longer has
};

/// `ids[i]` is the id of row i before.
inline RowsBefore rows_before(const GraphData& data, const std::vector<std::string>& ids) {
  std::unordered_map<std::string_view, std::uint32_t> row_of;
  for (std::uint32_t i = 0; i < ids.size(); ++i) row_of.emplace(ids[i], i);
  RowsBefore before;
  before.row.assign(data.names.size(), kNewNode);
  for (std::size_t i = 0; i < before.row.size(); ++i) {
    const auto found = row_of.find(data.names[i]);
    if (found == row_of.end()) {
      ++before.came;
    } else {
      before.row[i] = found->second;
    }
  }
  before.vanished = ids.size() - (before.row.size() - before.came);
  return before;
}

struct GrownEmbedding {
  Embedding embedding;
  std::uint64_t came = 0;  ///< number of new nodes
};

/// The previous embedding, with new nodes embedded from their neighbours. Returns nullopt if the
/// graph is small, was not embedded before, has changed by more than a twentieth of its nodes, or
/// is itself in the cache.
std::optional<GrownEmbedding> embedding_of_grown(const GraphData& data, const EmbedOptions& how);

/// Records the key and the nodes of this source's last embedding.
void remember_embedded(const GraphData& data, const EmbedOptions& how);

/// Embeds a graph into the cache in the background, for the next start; stops with this object.
class EmbedAgain {
 public:
  EmbedAgain(std::shared_ptr<const Graph> graph, const EmbeddingOptions& how);
  ~EmbedAgain();
  EmbedAgain(const EmbedAgain&) = delete;
  EmbedAgain& operator=(const EmbedAgain&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

/// Embeds with a progress bar, and uses the cache unless the options disable it.
Embedding embed_graph(const Graph& graph, const EmbedOptions& options, const Console& console);

/// Adds the seconds of the embedding to the first line of `summary`; with `verbose` also a line
/// with dimension, solver and residual.
void add_embedding(std::string& summary, const Embedding& embedding, LaplacianKind laplacian,
                   bool verbose);

struct ExtendedEmbedding {
  Embedding embedding;
  std::uint64_t came = 0;      ///< nodes that are not in the file
  std::uint64_t without = 0;   ///< of these, those that no path joins to one that is: rows of zeros
  std::uint64_t vanished = 0;  ///< rows of the file for no node of the graph
};

/// The rows in `file`, written by `querent embed` for this graph before it grew, and rows of new
/// nodes computed from their neighbours (spectral/out_of_sample.hpp). Throws DataError if the file
/// belongs to another graph.
ExtendedEmbedding extended_embedding(const GraphData& data, const std::filesystem::path& file,
                                     LaplacianKind laplacian);

}  // namespace querent::apps
