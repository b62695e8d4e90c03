// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <Eigen/Core>

#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

enum class NeighbourSearch {
  kAuto,        ///< exact up to kExactProducts multiplications, else approximate
  kExact,       ///< computes every distance
  kApproximate  ///< a navigable small-world graph (HNSW): most of the true neighbours
};

/// Options of the neighbour search.
struct NeighbourOptions {
  int k = 10;  ///< K ≥ 1 neighbours per row; fewer if there are fewer rows
  NeighbourSearch search = NeighbourSearch::kAuto;  ///< see NeighbourSearch
  int threads = 1;                                  ///< the result does not depend on it
  std::function<bool(double)> progress = {};        ///< fraction done; false throws Cancelled
};

/// Largest n²d for which kAuto is exact: half a minute of one core.
inline constexpr double kExactProducts = 3e11;

/// Rows of coordinates, n × d.
using PointRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The same in double precision, of any origin and scale.
using PrecisePoints =
    Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// The K nearest other rows of each row, by Euclidean distance, ascending.
struct Neighbours {
  int k = 0;                     ///< min(K, n − 1)
  std::vector<Node> index;       ///< n × k
  std::vector<double> distance;  ///< n × k
  std::string search;            ///< method used, with its parameters
};

/// Throws std::invalid_argument unless every coordinate is finite.
Neighbours nearest_neighbours(const PointRows& points, const NeighbourOptions& options = {});
Neighbours nearest_neighbours(const PrecisePoints& points, const NeighbourOptions& options = {});

/// The symmetric graph that joins i and j if one is a neighbour of the other, with self-tuning
/// Gaussian weights
///
///   S_ij = exp(−‖x_i − x_j‖² / (σ_i σ_j)),  σ_i the distance of i's 7th neighbour (or its last)
///
/// (Zelnik-Manor and Perona, Self-Tuning Spectral Clustering, NIPS 2004, with their 7). Coinciding
/// rows have weight 1; no weight is below 10⁻⁶.
Graph neighbour_graph(const Neighbours& neighbours);

}  // namespace querent
