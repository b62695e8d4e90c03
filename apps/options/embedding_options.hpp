// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <querent/spectral/null_vector.hpp>

namespace querent::apps {

/// How a graph becomes rows.
struct EmbedOptions {
  EmbeddingOptions embedding;
  NullVector null_vector = NullVector::kDrop;  ///< one of the columns where it is not dropped
  bool no_cache = false;
  bool verbose = false;     ///< report the solver, its filter, cutoff and residual
  bool words = false;       ///< features of nodes are used where --features does not say
  bool may_extend = false;  ///< of a graph that has grown, see grown_graph.hpp
  bool pool = false;        ///< words stay unsmoothed: the model of a pool smooths them
  bool by_shard =
      false;  ///< rows of an embedding's shards are read when they are wanted, a shard at a time
};

inline constexpr const char* kEmbeddingGroup = "Embedding of a graph";
void add_embedding_options(CLI::App& app, EmbedOptions& options);

/// --threads: as many as the machine has unless said otherwise.
void add_threads_option(CLI::App& app, int& threads);

}  // namespace querent::apps
