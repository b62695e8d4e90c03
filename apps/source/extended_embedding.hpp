// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include <querent/graph/graph_data.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

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
