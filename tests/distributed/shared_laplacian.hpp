// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <slepceps.h>

#include <querent/graph/matrices/laplacian.hpp>
#include <querent/spectral/distributed/petsc.hpp>
#include <querent/spectral/distributed/shared_graph.hpp>
#include <querent/spectral/solvers/chebyshev.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::distributed {

using OwnedMat = Owned<Mat, MatDestroy>;
using OwnedVec = Owned<Vec, VecDestroy>;
using OwnedEps = Owned<EPS, EPSDestroy>;

/// L = diag − W of a graph whose rows are distributed over the ranks, matrix-free: only the columns
/// of the rows are stored, 4 bytes per entry (12 with weights). Vectors are this rank's parts.
/// Functions are collective.
class SharedLaplacian {
 public:
  /// Moves the rows out of `graph` and renumbers their columns; its other members remain.
  SharedLaplacian(SharedGraph& graph, LaplacianKind kind, const Ranks& ranks);

  std::uint64_t size() const { return size_; }             ///< of the whole
  std::uint64_t rows() const { return diagonal_.size(); }  ///< of this rank
  std::uint64_t begin() const { return begin_; }           ///< the first of them
  double norm_bound() const { return norm_bound_; }        ///< as Laplacian's

  /// y ← L x.
  void multiply(std::span<const double> x, std::span<double> y);
  /// x ← p(L) x for the Chebyshev filter p.
  void filter(const spectral::ChebyshevFilter& p, std::span<double> x);
  /// x ← x − Σ_c n_c n_cᵀ x over the null vectors n_c, D^{1/2} 1 or 1 on each component.
  void remove_null(std::span<double> x) const;

 private:
  /// y ← α z + β S z − γ y in the coordinates of the filter.
  void step(double m, double s, double gamma, std::vector<double>& y);
  void send_ghosts();

  std::uint64_t size_, begin_;
  SparseRows S_;                  // columns: 0 … rows − 1 this rank's, then the ghosts
  std::vector<double> diagonal_;  // D or 1
  std::vector<double> root_;      // D^{1/2}, 1 if the degree is 0; empty if combinatorial
  double norm_bound_ = 0;
  std::vector<Node> component_;    // empty if there is one
  std::vector<double> null_mass_;  // Σ D or number of nodes, by component
  OwnedStarForest ghosts_;
  std::vector<double> z_;      // this rank's part, then the ghosts
  std::vector<double> other_;  // the recurrence's other vector
};

/// Entry i of a random vector, uniform in (−1, 1): a hash of i and `stream`, so it does not depend
/// on the owner of the entry.
double random_entry(std::uint64_t i, std::uint64_t stream);

/// The number of non-zero eigenvalues of L below a value, estimated like spectral::SpectralDensity
/// does, from single vectors.
class SharedDensity {
 public:
  SharedDensity(SharedLaplacian& L, double count);

  /// The smallest node of the quadrature with an estimated `count` eigenvalues at or below it.
  double quantile(double count) const;
  /// The largest Ritz value and its residual, never above L.norm_bound().
  double upper_bound() const { return upper_; }

 private:
  std::vector<std::pair<double, double>> measure_;  // node, weight; ascending
  double scale_;                                    // number of eigenvalues for a total weight of 1
  double upper_;
};

/// The `count` smallest non-zero eigenpairs of L with residuals of at most tolerance·‖L‖, this rank's
/// rows of the vectors. NotConverged.
spectral::EigenPairs solve_krylov_schur(SharedLaplacian& L, Eigen::Index count, double tolerance);

}  // namespace querent::distributed
