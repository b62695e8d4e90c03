// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/dense.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <querent/spectral/solvers/solver.hpp>

namespace querent {
namespace dense {
namespace {

// Ratio of the smallest to the largest diagonal entry of L in YᵀY = L Lᵀ, whose rounding error is ε
// over the square of this ratio.
constexpr double kLeastPivot = 1e-5;

using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

const Solver& solved(const Solver& solver) {
  if (solver.info() != Eigen::Success) {
    throw NotConverged("the dense eigensolver did not converge — remedy: another solver");
  }
  return solver;
}

SymmetricPairs pairs(const Solver& solver) {
  return {solved(solver).eigenvalues(), solver.eigenvectors()};
}

Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& Y) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(Y).householderQ() *
         Eigen::MatrixXd::Identity(Y.rows(), Y.cols());
}

}  // namespace

SymmetricPairs symmetric_pairs(const Eigen::MatrixXd& A) {
  if (A.rows() == 0) return {};
  return pairs(Solver(A));
}

SymmetricPairs symmetric_pairs(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  return pairs(Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(A, B));
}

SymmetricPairs tridiagonal_pairs(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub) {
  Solver solver;
  solver.computeFromTridiagonal(diagonal, sub, Eigen::ComputeEigenvectors);
  return pairs(solver);
}

Eigen::VectorXd tridiagonal_values(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub) {
  if (diagonal.size() == 0) return {};
  Solver solver;
  solver.computeFromTridiagonal(diagonal, sub, Eigen::EigenvaluesOnly);
  return solved(solver).eigenvalues();
}

Eigen::MatrixXd nearly_orthonormal_columns(Eigen::MatrixXd Y) {
  const Eigen::LLT<Eigen::MatrixXd> L(gram(Y));
  if (Y.cols() == 0 || L.info() != Eigen::Success) return orthonormal_columns(Y);
  const Eigen::VectorXd pivots = L.matrixLLT().diagonal();
  if (!(pivots.minCoeff() > kLeastPivot * pivots.maxCoeff())) return orthonormal_columns(Y);
  L.matrixU().solveInPlace<Eigen::OnTheRight>(Y);
  return Y;
}

Eigen::MatrixXd times(const Eigen::Ref<const Eigen::MatrixXd>& A,
                      const Eigen::Ref<const Eigen::MatrixXd>& B) {
  return A * B;
}

Eigen::MatrixXd transposed_times(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                 const Eigen::Ref<const Eigen::MatrixXd>& B) {
  return A.transpose() * B;
}

Eigen::MatrixXd gram(const Eigen::Ref<const Eigen::MatrixXd>& A) {
  Eigen::MatrixXd lower = Eigen::MatrixXd::Zero(A.cols(), A.cols());
  lower.selfadjointView<Eigen::Lower>().rankUpdate(A.transpose());
  return lower.selfadjointView<Eigen::Lower>();
}

}  // namespace dense

namespace spectral {

// All eigenpairs of a small Laplacian, as a dense matrix.
EigenPairs solve_dense(const Problem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.L.size());
  DenseBlock<double> identity(problem.L.size(), problem.L.size());
  DenseBlock<double> columns(problem.L.size(), problem.L.size());
  for (std::uint64_t i = 0; i < problem.L.size(); ++i) identity.row(i)[i] = 1;
  problem.L.multiply(identity, columns);
  Eigen::MatrixXd L = Eigen::Map<Eigen::MatrixXd>(columns.data(), n, n);
  // L + 2 ‖L‖ v_0 v_0ᵀ moves the zero eigenvalue, whose vector is known, above all others.
  const std::vector<double> null = problem.L.null_vector();
  const Eigen::Map<const Eigen::VectorXd> v0(null.data(), n);
  L += 2 * problem.L.norm_bound() * v0 * v0.transpose();
  problem.progress(0.1);
  const SymmetricPairs all = symmetric_pairs(L);
  return {.values = all.values.head(problem.count),
          .vectors = all.vectors.leftCols(problem.count),
          .solver = "dense"};
}

}  // namespace spectral
}  // namespace querent
