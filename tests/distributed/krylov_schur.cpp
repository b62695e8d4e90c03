// SPDX-License-Identifier: Apache-2.0
// SLEPc's Krylov–Schur on a Chebyshev filter of L.
//
//   G. W. Stewart: A Krylov–Schur algorithm for large eigenproblems. SIAM J. Matrix Anal. Appl. 23
//   (2001). V. Hernández, J. E. Román, V. Vidal: SLEPc. ACM Trans. Math. Softw. 31 (2005).
//
//   cutoff = N⁻¹(1.3 d + 8), N the density of states          (shared_density.cpp)
//   p = the Chebyshev filter of [cutoff, upper bound of the spectrum]
//   v_1, …, v_d = the largest eigenvectors of P = (I − N Nᵀ) p(L), N the null vectors
//   p(λ_d) < 2: the cutoff was too low for the last pairs; again for twice as many eigenvalues
//   probe: a few steps from another random vector, v_1, …, v_d deflated; a Ritz value above p(λ_d)
//   shows a pair that was missed (a copy of a repeated eigenvalue): it is found and inserted
//   λ = vᵀ L v, residual ‖L v − λ v‖
//
// STFILTER is not used: it finds all eigenvalues in an interval, whereas here their number is
// given.
#include <algorithm>
#include <cmath>
#include <exception>

#include <querent/spectral/embedding.hpp>

#include "shared_laplacian.hpp"

namespace querent::distributed {
namespace {

using spectral::ChebyshevFilter;

/// P, and an exception that must not be thrown through PETSc.
struct Operator {
  SharedLaplacian& L;
  ChebyshevFilter filter;
  std::exception_ptr thrown = nullptr;

  static PetscErrorCode multiply(Mat matrix, Vec x, Vec y) {
    void* context = nullptr;
    if (const PetscErrorCode error = MatShellGetContext(matrix, &context)) return error;
    auto& self = *static_cast<Operator*>(context);
    if (const PetscErrorCode error = VecCopy(x, y)) return error;
    PetscScalar* entries = nullptr;
    if (const PetscErrorCode error = VecGetArray(y, &entries)) return error;
    const std::span<double> v(entries, self.L.rows());
    try {
      self.L.filter(self.filter, v);
      self.L.remove_null(v);
    } catch (...) {
      self.thrown = std::current_exception();
    }
    if (const PetscErrorCode error = VecRestoreArray(y, &entries)) return error;
    return self.thrown == nullptr ? 0 : PETSC_ERR_USER;
  }
};

/// The largest eigenpairs of P.
class LargestOf {
 public:
  explicit LargestOf(Operator& op) : op_(op) {
    const auto rows = static_cast<PetscInt>(op.L.rows());
    const auto n = static_cast<PetscInt>(op.L.size());
    check(MatCreateShell(PETSC_COMM_WORLD, rows, rows, n, n, &op, matrix_.put()), "MatCreateShell");
    check(MatShellSetOperation(matrix_.get(), MATOP_MULT,
                               reinterpret_cast<void (*)()>(&Operator::multiply)),
          "MatShellSetOperation");
    check(MatCreateVecs(matrix_.get(), start_.put(), nullptr), "MatCreateVecs");
    check(EPSCreate(PETSC_COMM_WORLD, eps_.put()), "EPSCreate");
    check(EPSSetOperators(eps_.get(), matrix_.get(), nullptr), "EPSSetOperators");
    check(EPSSetProblemType(eps_.get(), EPS_HEP), "EPSSetProblemType");
    check(EPSSetType(eps_.get(), EPSKRYLOVSCHUR), "EPSSetType");
    check(EPSSetWhichEigenpairs(eps_.get(), EPS_LARGEST_REAL), "EPSSetWhichEigenpairs");
  }

  /// Vectors that the next ones must be orthogonal to.
  void deflate(const Eigen::MatrixXd& vectors) {
    std::vector<OwnedVec> owned(static_cast<std::size_t>(vectors.cols()));
    std::vector<Vec> space;
    for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
      OwnedVec& v = owned[static_cast<std::size_t>(j)];
      check(VecDuplicate(start_.get(), v.put()), "VecDuplicate");
      PetscScalar* entries = nullptr;
      check(VecGetArray(v.get(), &entries), "VecGetArray");
      Eigen::Map<Eigen::VectorXd>(entries, vectors.rows()) = vectors.col(j);
      check(VecRestoreArray(v.get(), &entries), "VecRestoreArray");
      space.push_back(v.get());
    }
    check(EPSSetDeflationSpace(eps_.get(), static_cast<PetscInt>(space.size()), space.data()),
          "EPSSetDeflationSpace");
  }

  /// Up to `count` converged pairs, from the random vector `stream`; returns how many.
  Eigen::Index run(Eigen::Index count, Eigen::Index basis, double tolerance, int restarts,
                   std::uint64_t stream) {
    check(EPSSetDimensions(eps_.get(), static_cast<PetscInt>(count), static_cast<PetscInt>(basis),
                           PETSC_DEFAULT),
          "EPSSetDimensions");
    check(EPSSetTolerances(eps_.get(), tolerance, restarts), "EPSSetTolerances");
    std::vector<double> v(op_.L.rows());
    for (std::uint64_t i = 0; i < v.size(); ++i) v[i] = random_entry(op_.L.begin() + i, stream);
    op_.L.remove_null(v);
    PetscScalar* entries = nullptr;
    check(VecGetArray(start_.get(), &entries), "VecGetArray");
    std::copy(v.begin(), v.end(), entries);
    check(VecRestoreArray(start_.get(), &entries), "VecRestoreArray");
    Vec start = start_.get();
    check(EPSSetInitialSpace(eps_.get(), 1, &start), "EPSSetInitialSpace");
    const PetscErrorCode error = EPSSolve(eps_.get());
    if (op_.thrown != nullptr) std::rethrow_exception(op_.thrown);
    check(error, "EPSSolve");
    PetscInt converged = 0;
    check(EPSGetConverged(eps_.get(), &converged), "EPSGetConverged");
    return std::min<Eigen::Index>(converged, count);
  }

  /// The largest Ritz value, after run().
  double value(Eigen::Index k) const {
    PetscScalar real = 0, imaginary = 0;
    check(EPSGetEigenvalue(eps_.get(), static_cast<PetscInt>(k), &real, &imaginary),
          "EPSGetEigenvalue");
    return real;
  }
  /// Writes this rank's part of the k-th eigenvector.
  void vector(Eigen::Index k, Eigen::Ref<Eigen::VectorXd> v) const {
    check(EPSGetEigenvector(eps_.get(), static_cast<PetscInt>(k), start_.get(), nullptr),
          "EPSGetEigenvector");
    const PetscScalar* entries = nullptr;
    check(VecGetArrayRead(start_.get(), &entries), "VecGetArrayRead");
    v = Eigen::Map<const Eigen::VectorXd>(entries, v.size());
    check(VecRestoreArrayRead(start_.get(), &entries), "VecRestoreArrayRead");
  }

 private:
  Operator& op_;
  OwnedMat matrix_;
  OwnedVec start_;
  OwnedEps eps_;
};

/// Number of vectors kept: the wanted ones and half as many again, including those kept at a
/// restart.
Eigen::Index basis_for(Eigen::Index count, std::uint64_t n) {
  return std::min<Eigen::Index>(static_cast<Eigen::Index>(n) - 1,
                                count + std::max<Eigen::Index>(count / 2, 24));
}

/// λ = vᵀ L v and ‖L v − λ v‖ of each column.
void measure(SharedLaplacian& L, const Eigen::MatrixXd& vectors, spectral::EigenPairs& pairs) {
  const Eigen::Index d = vectors.cols();
  pairs.values.resize(d);
  pairs.residuals.resize(d);
  Eigen::VectorXd y(vectors.rows());
  for (Eigen::Index j = 0; j < d; ++j) {
    const auto v = vectors.col(j);
    L.multiply({v.data(), L.rows()}, {y.data(), L.rows()});
    pairs.values(j) = sum(v.dot(y));
    pairs.residuals(j) = std::sqrt(sum((y - pairs.values(j) * v).squaredNorm()));
  }
}

/// Adds pairs that the first search missed, until no more are found.
void insert_missed(Operator& op, double tolerance, Eigen::MatrixXd& vectors,
                   spectral::EigenPairs& pairs) {
  constexpr Eigen::Index kBasis = 32;
  constexpr double kRough = 0.05, kClearly = 1.02;
  for (Eigen::Index found = 0; found < vectors.cols(); ++found) {
    LargestOf probe(op);
    probe.deflate(vectors);
    const double last = op.filter.gain(pairs.values.maxCoeff());
    const auto stream = static_cast<std::uint64_t>(1000 + found);
    if (probe.run(1, kBasis, kRough, 100, stream) == 0 || probe.value(0) <= kClearly * last) return;
    constexpr int kRestarts = 1000;
    if (probe.run(1, kBasis, tolerance, kRestarts, stream) == 0) return;
    Eigen::Index worst = 0;
    pairs.values.maxCoeff(&worst);
    probe.vector(0, vectors.col(worst));
    measure(op.L, vectors, pairs);
  }
}

}  // namespace

spectral::EigenPairs solve_krylov_schur(SharedLaplacian& L, Eigen::Index count, double tolerance) {
  double surplus = 1.3;
  const auto wanted = [&] { return surplus * static_cast<double>(count) + 8; };
  const SharedDensity density(L, wanted());
  constexpr int kAttempts = 5, kRestarts = 200;
  for (int attempt = 0; attempt < kAttempts; ++attempt, surplus *= 2) {
    const double cutoff = density.quantile(wanted()) * (1 + 0.1 * attempt);
    Operator op{.L = L, .filter = spectral::filter_above(cutoff, density.upper_bound())};

    // ‖P v − θ v‖ ≤ ε θ bounds ‖L v − λ v‖ by ε ‖L‖ θ/(θ − 1), twice ε ‖L‖ where θ ≥ 2
    const Eigen::Index basis = basis_for(count, L.size());
    spectral::EigenPairs pairs;
    Eigen::MatrixXd vectors;
    {
      LargestOf largest(op);
      if (largest.run(count, basis, tolerance / 4, kRestarts, 1) < count) continue;
      if (largest.value(count - 1) < 2) continue;
      vectors.resize(static_cast<Eigen::Index>(L.rows()), count);
      for (Eigen::Index k = 0; k < count; ++k) largest.vector(k, vectors.col(k));
    }
    measure(L, vectors, pairs);
    insert_missed(op, tolerance / 4, vectors, pairs);
    pairs.vectors = vectors(Eigen::all, ascending(pairs));
    return pairs;
  }
  throw NotConverged("no cutoff of the filter separates the smallest eigenvalues");
}

}  // namespace querent::distributed
