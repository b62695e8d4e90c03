// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <querent/spectral/distributed/ghost_exchange.hpp>
#include <querent/spectral/distributed/shared_graph.hpp>
#include <querent/spectral/solver.hpp>

namespace querent::distributed {

/// The `count` smallest non-zero eigenpairs of the Laplacian by spectral::solve_part(), with
/// residuals of at most tolerance·‖L‖; this rank's rows of the vectors. Moves the rows out of
/// `graph`; its other members remain. `traffic` is the communication. NotConverged. Collective.
spectral::EigenPairs solve_on_ranks(SharedGraph& graph, LaplacianKind kind, Eigen::Index count,
                                    double tolerance, int threads, const Ranks& ranks,
                                    Traffic& traffic, const std::function<void(double)>& progress);

}  // namespace querent::distributed
