// SPDX-License-Identifier: Apache-2.0
// Block Lanczos on the inverse: the smallest eigenvalues λ of L are the largest, 1/(λ + σ), of (L +
// σI)⁻¹.
//
//   T. Ericsson, A. Ruhe: The spectral transformation Lanczos method. Math. Comp. 35 (1980);
//   R. Grimes, J. Lewis, H. Simon: A shifted block Lanczos algorithm for solving sparse symmetric
//   generalized eigenproblems. SIAM J. Matrix Anal. Appl. 15 (1994).
//
//   the nodes in the order of elimination.cpp; L + σI = U D Uᵀ             (multifrontal.cpp)
//   X = the largest of 2 (‖L‖ + σ)(L + σI)⁻¹ without the null vector         (block_lanczos.cpp)
//   λ, v = Rayleigh–Ritz of L in X; if a pair fails the test (accuracy.cpp), of (L + σI)⁻¹ X,
//     again                                                                  (polish.cpp)
//   the number of negative pivots of L − μI is the number of eigenvalues below μ (Sylvester)
//
// If the count shows that some were missed, everything is repeated for as many more pairs.
//
// A pass over U serves eight vectors, as the products of the other solver do. Deviations: σ > 0 and
// deflation of the null vector instead of a shift inside the spectrum. L + σI is then positive
// definite, and the factorisation needs no pivoting.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <querent/graph/parallel.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/spectral/solvers/accuracy.hpp>
#include <querent/spectral/solvers/block_lanczos.hpp>
#include <querent/spectral/solvers/multifrontal.hpp>
#include <querent/spectral/solvers/polish.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {
namespace {

constexpr Eigen::Index b = kBlockColumns;

/// The columns of X as unit rows by the nodes of the graph.
Embedding::Rows rows_of(Basis<double>& X, const std::vector<Node>& order, Eigen::Index count,
                        int threads) {
  Embedding::Rows rows(static_cast<Eigen::Index>(order.size()), count);
  for_rows(threads, order.size(), 1024, [&](std::uint64_t k) {
    for (Eigen::Index c = 0; c < count; ++c)
      rows(order[k], c) = X.panels()[static_cast<std::size_t>(c / b)].row(k)[c % b];
  });
  rows.array().rowwise() /= rows.colwise().norm().array().eval();
  return rows;
}

/// The problem's pairs and `more` further ones, of which the smallest are kept.
EigenPairs attempt(const Problem& problem, const Laplacian& L, const Multifrontal& factors,
                   double sigma, Eigen::Index more, const std::vector<Node>& order,
                   const std::function<void()>& tick) {
  const double scale = 2 * (L.norm_bound() + sigma);
  const auto inverse = [&](DenseBlock<double>& x) { factors.solve(x, scale); };
  const Eigen::Index most = static_cast<Eigen::Index>(L.size()) / 2 - 50;  // problem.count or more
  BlockLanczos<double> lanczos(L, inverse, std::min(problem.count + more, most),
                               problem.tolerance / L.norm_bound(), tick);
  if (lanczos.run() != Outcome::kConverged) {
    throw NotConverged(
        "Lanczos on the inverse did not converge — remedy: a larger tolerance or another solver");
  }
  Basis<double>& X = lanczos.vectors();
  const Correction again = [&](DenseBlock<double>& x, const double* lambda) {
    X.deflate(x);
    factors.solve(x, 1);
    for (std::uint64_t i = 0; i < x.rows(); ++i) {
      for (std::uint64_t c = 0; c < x.cols(); ++c) x.row(i)[c] *= lambda[c] + sigma;
    }
  };
  EigenPairs pairs = polish(problem, L, X, problem.count, {again, again, again}, tick);
  pairs.vectors = rows_of(X, order, problem.count, L.threads());
  pairs.solver = fmt::format("{} Lanczos vectors", lanczos.most_vectors());
  return pairs;
}

}  // namespace

EigenPairs solve_shift_invert(const Problem& problem, const Elimination& elimination) {
  std::vector<Node> position(problem.L.size());
  const Graph graph = subgraph(problem.L.graph(), elimination.order, position);
  const Laplacian L(graph, problem.L.kind(), problem.L.threads());
  problem.progress(0.05);
  // not much above λ_1, or the wanted 1/(λ + σ) are almost equal: λ_1 of a path is about 10/n²
  const auto nodes = static_cast<double>(L.size());
  const double sigma = std::clamp(10 / (nodes * nodes), 1e-12, 1e-9) * L.norm_bound();
  double share = 0.05;
  const std::function<void()> tick = [&] { problem.progress(share += 0.02 * (0.9 - share)); };
  Multifrontal factors(L, elimination, tick);
  constexpr int kTrials = 4;
  Eigen::Index missed = 0;
  constexpr Eigen::Index kBesideThose = 8;  // pairs in addition to the missed ones
  for (int trial = 0; trial < kTrials; ++trial) {
    if (!factors.factorise(sigma)) {
      throw NotConverged("the Laplacian cannot be factorised in doubles — remedy: another solver");
    }
    const Eigen::Index more = missed == 0 ? 0 : missed + kBesideThose;
    EigenPairs pairs = attempt(problem, L, factors, sigma, more, elimination.order, tick);
    // Below μ, slightly under the last pair, are the zero and exactly the pairs found there.
    const double last = pairs.values(problem.count - 1);
    double mu = last - std::min(10 * problem.tolerance, 1e-3 * last);
    bool counted = factors.factorise(-mu);
    for (int shift = 0; shift < 3 && !counted;
         ++shift)  // a pivot is zero: μ is an eigenvalue of a part
      counted = factors.factorise(-(mu -= 1e-4 * last));
    if (!counted) {
      throw NotConverged(
          "shift-invert cannot count the eigenvalues that it may have missed — remedy: another "
          "solver");
    }
    const Eigen::Index found = 1 + (pairs.values.array() < mu).count();
    missed = factors.negative_pivots() - found;
    if (missed <= 0) {
      pairs.solver = fmt::format("shift-invert (LDLT of {:.0f} numbers, {})", elimination.numbers,
                                 pairs.solver);
      return pairs;
    }
  }
  throw NotConverged(fmt::format(
      "shift-invert missed {} of the smallest eigenvalues — remedy: another solver", missed));
}

}  // namespace querent::spectral
