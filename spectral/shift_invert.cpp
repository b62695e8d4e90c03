// SPDX-License-Identifier: Apache-2.0
// Lanczos on the inverse: the smallest eigenvalues λ of L are the largest, 1/(λ + σ), of (L +
// σI)⁻¹.
//
//   T. Ericsson, A. Ruhe: The spectral transformation Lanczos method. Math. Comp. 35 (1980).
//
//   L + σI = P' U D Uᵀ P (sparse LDLᵀ, approximate minimum degree order)
//   (θ_k, v_k) = largest eigenpairs of (I − v_0 v_0ᵀ)(L + σI)⁻¹ (I − v_0 v_0ᵀ),
//                by implicitly restarted Lanczos
//   λ_k = v_kᵀ L v_k
//   the number of negative pivots of L − μI is the number of eigenvalues below μ (Sylvester)
//
// Where that count says some were missed (a start vector has one direction of a repeated eigenvalue,
// as of a ring), they are looked for again beside those that are found.
//
// Deviations: σ > 0 with the null vector v_0 deflated, instead of a shift inside the spectrum: L +
// σI is positive definite, so the factorisation needs no pivoting.
#include <algorithm>
#include <string>
#include <vector>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <querent/spectral/solver.hpp>
#include <querent/spectral/spectra_run.hpp>

namespace querent::spectral {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Factorisation = Eigen::SimplicialLDLT<Sparse, Eigen::Lower>;

/// L by its lower triangle.
Sparse sparse_laplacian(const Laplacian& L) {
  const auto n = static_cast<Eigen::Index>(L.size());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(L.num_entries() / 2 + L.size());
  L.for_each_entry([&](std::uint64_t i, std::uint64_t j, double w) {
    if (i > j) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), -w);
  });
  for (std::uint64_t i = 0; i < L.size(); ++i) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), L.diagonal()[i]);
  }
  Sparse matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// The largest of (L + σI)⁻¹ beside `known`: orthonormal columns, v_0 among them, that are left out.
Eigen::MatrixXd spectra_largest_of(const Factorisation& factors, const Eigen::MatrixXd& known,
                                   const std::function<void()>& tick, Eigen::Index count,
                                   Eigen::Index ncv, double tolerance) {
  const Eigen::Index n = known.rows();
  const Product inverse = [&](const double* in, double* out) {
    tick();
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(in, n);
    x -= known * (known.transpose() * x);
    Eigen::Map<Eigen::VectorXd> y(out, n);
    y = factors.solve(x);
    y -= known * (known.transpose() * y);
  };
  return spectra_largest(n, inverse, count, ncv, tolerance);
}

}  // namespace

EigenPairs solve_shift_invert(const Problem& problem) {
  const Laplacian& L = problem.L;
  const auto n = static_cast<Eigen::Index>(L.size());
  // not much above λ_1, or the wanted 1/(λ + σ) are all alike: that of a path is some 10/n²
  const double nodes = static_cast<double>(n);
  const double sigma = std::clamp(10 / (nodes * nodes), 1e-12, 1e-7) * L.norm_bound();
  const Sparse matrix = sparse_laplacian(L);
  Factorisation factors;
  factors.analyzePattern(matrix);
  problem.progress(0.05);
  factors.setShift(sigma);
  factors.factorize(matrix);
  problem.progress(0.3);

  const std::vector<double> null = L.null_vector();
  Eigen::MatrixXd known = Eigen::Map<const Eigen::VectorXd>(null.data(), n);
  const Eigen::Index ncv = lanczos_vectors(problem);
  double share = 0.3;
  const std::function<void()> tick = [&] {
    share += 0.5 * (0.9 - share) / static_cast<double>(ncv);
    problem.progress(share);
  };
  const double tolerance = problem.tolerance / L.norm_bound();
  Eigen::MatrixXd basis = spectra_largest_of(factors, known, tick, problem.count, ncv, tolerance);
  EigenPairs pairs = rayleigh_ritz(L, basis, problem.count);

  // Below μ, a little under the last pair, lie the zero and every pair found there: no more, no
  // fewer.
  constexpr int kLooks = 4;
  for (int look = 0;; ++look) {
    const double last = pairs.values(problem.count - 1);
    const double mu = last - std::min(10 * problem.tolerance, 1e-3 * last);
    const Eigen::Index found = 1 + (pairs.values.array() < mu).count();
    factors.setShift(-mu);
    factors.factorize(matrix);
    if (factors.info() != Eigen::Success) break;
    const Eigen::Index missed = (factors.vectorD().array() < 0).count() - found;
    if (missed <= 0) break;
    if (look == kLooks) {
      throw NotConverged("shift-invert missed " + std::to_string(missed) +
                         " of the smallest eigenvalues — remedy: another solver");
    }
    factors.setShift(sigma);
    factors.factorize(matrix);
    known.resize(n, 1 + pairs.vectors.cols());
    known << Eigen::Map<const Eigen::VectorXd>(null.data(), n), pairs.vectors;
    const Eigen::Index more = std::min(n - known.cols(), missed + 2);
    const Eigen::MatrixXd beside = spectra_largest_of(factors, known, tick, more,
                                                      std::min(n - known.cols(), 2 * more + 20), tolerance);
    basis.resize(n, pairs.vectors.cols() + more);
    basis << pairs.vectors, beside;
    pairs = rayleigh_ritz(L, basis, problem.count);
  }
  problem.progress(0.95);
  pairs.solver = "shift-invert (LDLT, " + std::to_string(ncv) + " Lanczos vectors)";
  return pairs;
}

}  // namespace querent::spectral
