// SPDX-License-Identifier: Apache-2.0
// Lanczos on the inverse: the smallest eigenvalues λ of L are the largest, 1/(λ + σ), of (L +
// σI)⁻¹.
//
//   T. Ericsson, A. Ruhe: The spectral transformation Lanczos method. Math. Comp. 35 (1980).
//
//   L + σI = P' U D Uᵀ P (sparse LDLᵀ, in the order of elimination.cpp)
//   (θ_k, v_k) = largest eigenpairs of (I − v_0 v_0ᵀ)(L + σI)⁻¹ (I − v_0 v_0ᵀ),
//                by implicitly restarted Lanczos
//   λ_k by Rayleigh–Ritz of L; where a pair is not good enough yet, of (L + σI)⁻¹ V, again
//   the number of negative pivots of L − μI is the number of eigenvalues below μ (Sylvester)
//
// Where that count says some were missed (a start vector has one direction of a repeated eigenvalue,
// as of a ring), they are looked for again beside those that are found.
//
// Deviations: σ > 0 with the null vector v_0 deflated, instead of a shift inside the spectrum: L +
// σI is positive definite, so the factorisation needs no pivoting.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <querent/spectral/accuracy.hpp>
#include <querent/spectral/solver.hpp>
#include <querent/spectral/spectra_run.hpp>

namespace querent::spectral {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Factorisation =
    Eigen::SimplicialLDLT<Sparse, Eigen::Lower, Eigen::NaturalOrdering<int>>;

/// place[order[k]] = k.
std::vector<int> places(const std::vector<Node>& order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
  return place;
}

/// L by its lower triangle, node i at `place[i]`.
Sparse sparse_laplacian(const Laplacian& L, const std::vector<int>& place) {
  const auto n = static_cast<Eigen::Index>(L.size());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(L.num_entries() / 2 + L.size());
  L.for_each_entry([&](std::uint64_t i, std::uint64_t j, double w) {
    if (place[i] > place[j]) entries.emplace_back(place[i], place[j], -w);
  });
  for (std::uint64_t i = 0; i < L.size(); ++i)
    entries.emplace_back(place[i], place[i], L.diagonal()[i]);
  Sparse matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// (L + σI)⁻¹ of vectors in the order of the nodes, beside `known`: orthonormal columns, v_0 among
/// them, that are left out.
class Inverse {
 public:
  Inverse(const Factorisation& factors, const std::vector<int>& place, const Eigen::MatrixXd& known)
      : factors_(factors), place_(place), known_(known), x_(known.rows()) {}
  void operator()(const double* in, double* out) {
    const Eigen::Index n = known_.rows();
    const Eigen::Map<const Eigen::VectorXd> from(in, n);
    Eigen::Map<Eigen::VectorXd> to(out, n);
    const auto beside = [&](auto&& x) { to = x - known_ * (known_.transpose() * x); };
    beside(from);
    for (Eigen::Index i = 0; i < n; ++i) x_(place_[static_cast<std::size_t>(i)]) = to(i);
    factors_.matrixL().solveInPlace(x_);
    x_.array() /= factors_.vectorD().array();
    factors_.matrixU().solveInPlace(x_);
    for (Eigen::Index i = 0; i < n; ++i) to(i) = x_(place_[static_cast<std::size_t>(i)]);
    beside(Eigen::VectorXd(to));
  }

 private:
  const Factorisation& factors_;
  const std::vector<int>& place_;
  const Eigen::MatrixXd& known_;
  Eigen::VectorXd x_;
};

/// The Rayleigh–Ritz pairs in the span of `basis`, measured, and of that of `inverse` times their
/// vectors as long as they are not good enough.
EigenPairs refined(const Problem& problem, const Eigen::MatrixXd& basis, Inverse inverse,
                   const std::function<void()>& tick) {
  constexpr int kRounds = 6;
  EigenPairs pairs = rayleigh_ritz(problem.L, basis, problem.count);
  measure(problem.L, pairs);
  for (int round = 0; round < kRounds && !good_enough(problem, pairs); ++round) {
    Eigen::MatrixXd nearer = pairs.vectors;
    for (auto column : nearer.colwise()) {
      tick();
      const Eigen::VectorXd x = column;
      inverse(x.data(), column.data());
      column.normalize();
    }
    pairs = rayleigh_ritz(problem.L, nearer, problem.count);
    measure(problem.L, pairs);
  }
  return pairs;
}

}  // namespace

EigenPairs solve_shift_invert(const Problem& problem, const Elimination& elimination) {
  const Laplacian& L = problem.L;
  const auto n = static_cast<Eigen::Index>(L.size());
  // not much above λ_1, or the wanted 1/(λ + σ) are all alike: that of a path is some 10/n²
  const double nodes = static_cast<double>(n);
  const double sigma = std::clamp(10 / (nodes * nodes), 1e-12, 1e-9) * L.norm_bound();
  const std::vector<int> place = places(elimination.order);
  const Sparse matrix = sparse_laplacian(L, place);
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
  const auto largest = [&](Eigen::Index count, Eigen::Index vectors) {
    Inverse inverse(factors, place, known);
    const Product product = [&](const double* in, double* out) {
      tick();
      inverse(in, out);
    };
    return spectra_largest(n, product, count, vectors, tolerance);
  };
  const Eigen::MatrixXd first = known;
  EigenPairs pairs =
      refined(problem, largest(problem.count, ncv), Inverse(factors, place, first), tick);

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
    Eigen::MatrixXd basis(n, pairs.vectors.cols() + more);
    basis << pairs.vectors, largest(more, std::min(n - known.cols(), 2 * more + 20));
    pairs = refined(problem, basis, Inverse(factors, place, first), tick);
  }
  problem.progress(0.95);
  pairs.solver = fmt::format("shift-invert (LDLT of {:.0f} numbers, {} Lanczos vectors)",
                             elimination.numbers, ncv);
  return pairs;
}

}  // namespace querent::spectral
