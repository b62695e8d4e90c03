// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <Eigen/Core>

#include <querent/spectral/distributed/ghost_exchange.hpp>
#include <querent/spectral/distributed/shared_graph.hpp>
#include <querent/spectral/embedding.hpp>
#include <querent/spectral/files/embedding_shards.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::distributed {

/// The `count` smallest non-zero eigenpairs of the Laplacian by spectral::solve_part(), with
/// residuals of at most tolerance·‖L‖; this rank's rows of the vectors. Moves the rows out of
/// `graph`; its other members remain. `traffic` is the communication. NotConverged. Collective.
spectral::EigenPairs solve_on_ranks(SharedGraph& graph, LaplacianKind kind, Eigen::Index count,
                                    double tolerance, int threads, const Ranks& ranks,
                                    Traffic& traffic, const std::function<void(double)>& progress);

/// The result for a graph on ranks.
struct SharedEmbedding {
  EmbeddingShards shards;  ///< the manifest
  Traffic traffic;         ///< of the solver
};

/// embed() on many ranks: the same eigenpairs, signs and scaling, with `dim`, `laplacian`,
/// `tolerance` and `threads` (of this rank) of `options`; `options.solver` is ignored. Each rank
/// writes its shard into a directory beside `out`; rank 0 renames it when all are complete. The
/// result is the same on every rank. std::invalid_argument for a graph that is too small for
/// several ranks; NotConverged, IoError. Collective.
SharedEmbedding embed_shared(SharedGraph graph, const std::string& source,
                             const EmbeddingOptions& options, const Ranks& ranks,
                             const std::filesystem::path& out,
                             const std::function<void(double)>& progress);

}  // namespace querent::distributed
