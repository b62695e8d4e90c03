// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

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
