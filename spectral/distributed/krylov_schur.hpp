// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <Eigen/Core>

#include <querent/spectral/distributed/shared_laplacian.hpp>

namespace querent::distributed {

struct SharedPairs {
  Eigen::VectorXd values;     ///< ascending
  Eigen::VectorXd residuals;  ///< ‖L v − λ v‖₂
  Eigen::MatrixXd vectors;    ///< this rank's rows of the eigenvectors
  std::string solver;         ///< its name, with its parameters
};

/// The `count` smallest non-zero eigenpairs of L with residuals of at most tolerance·‖L‖.
/// `progress` gets fractions in [0, 1]. NotConverged.
SharedPairs solve_krylov_schur(SharedLaplacian& L, Eigen::Index count, double tolerance,
                               const std::function<void(double)>& progress);

}  // namespace querent::distributed
