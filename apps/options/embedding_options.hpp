// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <querent/spectral/null_vector.hpp>

namespace querent::apps {

/// How a graph is embedded.
struct EmbedOptions {
  EmbeddingOptions embedding;
  NullVector null_vector = NullVector::kDrop;  ///< if not dropped, it is one of the columns
  bool no_cache = false;
  bool verbose = false;     ///< report the solver, its filter, cutoff and residual
  bool words = false;       ///< use node features unless --features decides
  bool may_extend = false;  ///< allows the embedding of a grown graph, see embedded_graph.hpp
  bool unsmoothed = false;  ///< features stay unsmoothed: the process of `auto` smooths them
  bool by_shard = false;    ///< shards of an embedding are read one at a time, when needed
};

inline constexpr const char* kEmbeddingGroup = "Embedding of a graph";
void add_embedding_options(CLI::App& app, EmbedOptions& options);

/// Adds --threads; the default is the number of processors.
void add_threads_option(CLI::App& app, int& threads);

}  // namespace querent::apps
