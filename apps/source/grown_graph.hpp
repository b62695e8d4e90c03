// SPDX-License-Identifier: Apache-2.0
// A graph that has grown since it was embedded, so that an annotator need not wait for a new
// embedding. For each source, a file beside the cached embeddings records the key and the nodes of
// its last embedding.
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

}  // namespace querent::apps
