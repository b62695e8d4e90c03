// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/solvers/spectra_run.hpp>

#include <string>

#include <Spectra/SymEigsSolver.h>

#include <querent/spectral/embedding.hpp>

namespace querent::spectral {
namespace {

class Operator {  // the interface that Spectra expects
 public:
  using Scalar = double;

  Operator(Eigen::Index n, const Product& product) : n_(n), product_(product) {}
  Eigen::Index rows() const { return n_; }
  Eigen::Index cols() const { return n_; }
  void perform_op(const double* x, double* y) const { product_(x, y); }

 private:
  Eigen::Index n_;
  const Product& product_;
};

}  // namespace

Eigen::MatrixXd spectra_largest(Eigen::Index n, const Product& product, Eigen::Index count,
                                Eigen::Index ncv, double tolerance) {
  constexpr Eigen::Index kMaxRestarts = 300;
  Operator op(n, product);
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
