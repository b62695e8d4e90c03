// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Core>

#include <querent/spectral/embedding.hpp>

namespace querent::spectral {

/// Eigenvectors of the `count` largest eigenvalues θ of the symmetric operator `op` by Spectra's
/// implicitly restarted Lanczos method with `ncv` vectors, each to a residual of tolerance·|θ|.
/// Throws NotConverged.
template <class Operator>
Eigen::MatrixXd spectra_largest(Operator& op, Eigen::Index count, Eigen::Index ncv,
                                double tolerance) {
  constexpr Eigen::Index kMaxRestarts = 300;
  Spectra::SymEigsSolver<Operator> solver(op, count, ncv);
  solver.init();
  const auto converged = solver.compute(Spectra::SortRule::LargestAlge, kMaxRestarts, tolerance);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw NotConverged("Lanczos found " + std::to_string(converged) + " of " +
                       std::to_string(count) + " eigenpairs in " + std::to_string(kMaxRestarts) +
                       " restarts — remedy: a larger tolerance or another solver");
  }
  return solver.eigenvectors(count);
}

}  // namespace querent::spectral
