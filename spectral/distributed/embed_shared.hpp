// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <querent/spectral/distributed/ghost_exchange.hpp>
#include <querent/spectral/distributed/shared_graph.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/embedding_shards.hpp>

namespace querent::distributed {

/// What finds the pairs.
enum class SharedSolver {
  kBlock,       ///< the engine of one machine, on all ranks
  kKrylovSchur  ///< SLEPc's: one vector a product, in doubles
};

/// What became of a graph on ranks.
struct SharedEmbedding {
  EmbeddingShards shards;  ///< the manifest
  Traffic traffic;         ///< of the block engine
};

/// embed() on many ranks: the same eigenpairs, signs and scaling, with `dim`, `laplacian` and
/// `tolerance` of `options`; `options.solver` means nothing here, and `threads`, which are this
/// rank's, nothing to SLEPc. Each rank writes its shard
/// into a directory beside `out`; when all are there rank 0 renames it. The same on
/// every rank. std::invalid_argument for a graph so small that one machine is the right one;
/// NotConverged, IoError. Collective.
SharedEmbedding embed_shared(SharedGraph graph, const std::string& source, SharedSolver solver,
                             const EmbeddingOptions& options, const Ranks& ranks,
                             const std::filesystem::path& out,
                             const std::function<void(double)>& progress);

}  // namespace querent::distributed
