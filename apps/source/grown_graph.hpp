// SPDX-License-Identifier: Apache-2.0
// A graph that has grown since it was embedded: whoever answers does not wait for the whole of it.
// Beside the cached embeddings lies, for each source, what the last one is of: its key and its
// nodes.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <querent/apps/options/embedding_options.hpp>
#include <querent/graph/graph_data.hpp>

namespace querent::apps {

struct GrownEmbedding {
  Embedding embedding;
  std::uint64_t came = 0;  ///< nodes that are new
};

/// The embedding of before, new nodes by their neighbours; none where the graph is small, has not
/// been embedded, has changed by more than a twentieth of its nodes, or is in the cache itself.
std::optional<GrownEmbedding> embedding_of_grown(const GraphData& data, const EmbedOptions& how);

/// Remembers what this source's last embedding is of.
void remember_embedded(const GraphData& data, const EmbedOptions& how);

/// Embeds a graph into the cache in the background, for the next start; ends with this object.
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

}  // namespace querent::apps
