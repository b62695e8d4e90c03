// SPDX-License-Identifier: Apache-2.0
// All eigenpairs of a small Laplacian, as a dense matrix: Householder tridiagonalisation and
// implicit QR (Eigen).
#include <Eigen/Dense>

#include <querent/spectral/solver.hpp>

namespace querent::spectral {

EigenPairs solve_dense(const Problem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.L.size());
  DenseBlock<double> identity(problem.L.size(), problem.L.size());
  DenseBlock<double> columns(problem.L.size(), problem.L.size());
  for (std::uint64_t i = 0; i < problem.L.size(); ++i) identity.row(i)[i] = 1;
  problem.L.multiply(identity, columns);
  Eigen::MatrixXd L = Eigen::Map<Eigen::MatrixXd>(columns.data(), n, n);
  // L + ‖L‖ v_0 v_0ᵀ moves the zero eigenvalue, whose vector is known, beyond all others.
  const std::vector<double> null = problem.L.null_vector();
  const Eigen::Map<const Eigen::VectorXd> v0(null.data(), n);
  L += 2 * problem.L.norm_bound() * v0 * v0.transpose();
  problem.progress(0.1);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> all(L);
  if (all.info() != Eigen::Success) {
    throw NotConverged("the dense eigensolver did not converge — remedy: another solver");
  }
  return {.values = all.eigenvalues().head(problem.count),
          .vectors = all.eigenvectors().leftCols(problem.count),
          .solver = "dense"};
}

}  // namespace querent::spectral
