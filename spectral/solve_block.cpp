// SPDX-License-Identifier: Apache-2.0
// The matrix-free solver, from the graph to checked pairs.
//
//   the nodes by falling degree
//   cutoff = N⁻¹(1.3 d + 8), N the density of states           (density.cpp)
//   p = the Chebyshev filter of [cutoff, upper bound of the spectrum]
//   X = block Lanczos on p(L), in floats where the tolerance allows      (block_lanczos.cpp)
//   where it finds that the cutoff was too low: once more for twice as many eigenvalues
//   λ, v = Rayleigh–Ritz in double, and the filter again where a residual asks for it (polish.cpp)
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/graph/parallel.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/spectral/block_lanczos.hpp>
#include <querent/spectral/density.hpp>
#include <querent/spectral/polish.hpp>
#include <querent/spectral/solver.hpp>

namespace querent::spectral {
namespace {

/// The columns of X as rows of doubles, in the order of the nodes before they were renumbered.
Embedding::Rows rows_of(Basis<double>& X, Eigen::Index count, const std::vector<Node>& order,
                        int threads) {
  Embedding::Rows rows(static_cast<Eigen::Index>(order.size()), count);
  for_rows(threads, order.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (Eigen::Index j = 0; j < count; j += X.b) {
      const DenseBlock<double>& x = X.panels()[static_cast<std::size_t>(j / X.b)];
      for (std::uint64_t i = first; i < last; ++i) {
        std::copy_n(x.row(i), std::min(X.b, count - j), &rows(order[i], j));
      }
    }
  });
  return rows;
}

/// One attempt with one filter: pairs in the order of L's nodes, or none when its cutoff was too
/// low.
template <class Real>
bool attempt(const Problem& problem, const Laplacian& L, const ChebyshevFilter& filter,
             const std::function<void()>& tick, Basis<double>& X, EigenPairs& pairs) {
  Eigen::Index most_vectors = 0;
  {
    BlockLanczos<Real> lanczos(L, filter, problem.count, problem.tolerance / 2, tick);
    if (!lanczos.run()) return false;
    most_vectors = lanczos.most_vectors();
    for (DenseBlock<Real>& panel : lanczos.vectors().panels()) {
      DenseBlock<double> wide(panel.rows(), panel.cols());
      std::copy_n(panel.data(), panel.rows() * panel.cols(), wide.data());
      panel = {};
      X.append(wide);
    }
  }
  pairs = polish(problem, L, filter, X, tick);
  pairs.solver = fmt::format(
      "block Lanczos ({} vectors of {}s, filter of degree {}, cutoff {:.4g})", most_vectors,
      sizeof(Real) == sizeof(float) ? "float" : "double", filter.degree, filter.cutoff);
  return true;
}

}  // namespace

EigenPairs solve_block(const Problem& problem) {
  // Rows of equal length follow each other, which a processor guesses right, and hubs share lines
  // of its cache: products are twice as fast at 20,000 nodes.
  const std::vector<Node> order = nodes_by_degree(problem.L.graph());
  double share = 0;
  double pace = 0.001;
  const std::function<void()> tick = [&] { problem.progress(share += pace * (0.95 - share)); };
  std::vector<Node> position(order.size());
  tick();
  const Graph graph = subgraph(problem.L.graph(), order, position);
  tick();
  const Laplacian L(graph, problem.L.kind(), problem.L.threads());

  double surplus = 1.3;
  const auto wanted = [&] { return surplus * static_cast<double>(problem.count) + 8; };
  const SpectralDensity density(L, wanted(), tick);
  constexpr int kAttempts = 5;
  for (int k = 0; k < kAttempts; ++k, surplus *= 2) {
    // Where many eigenvalues are equal no quantile lies above them: the cutoff is also stretched,
    // and may then lie above the whole spectrum.
    const double cutoff = density.quantile(wanted()) * (1 + 0.1 * k);
    ChebyshevFilter filter{
        .cutoff = cutoff, .upper = std::max(density.upper_bound(), 1.25 * cutoff), .degree = 0};
    constexpr double kDegree = 5;  // p(0) = cosh(2 kDegree) ≈ 1e4
    filter.degree =
        static_cast<int>(std::clamp(kDegree / std::sqrt(filter.cutoff / filter.upper), 4.0, 400.0));
    pace = 1 / (filter.degree * (0.25 * static_cast<double>(problem.count) + 10));

    constexpr double kFloats = 2e-7;  // what floats and one or two filters in double reach
    Basis<double> X(L.null_vector(), L.threads());
    EigenPairs pairs;
    if (problem.tolerance >= kFloats * L.norm_bound()) {
      if (!attempt<float>(problem, L, filter, tick, X, pairs)) continue;
    }
    if (pairs.residuals.size() == 0 || pairs.residuals.maxCoeff() > problem.tolerance) {
      X = Basis<double>(L.null_vector(), L.threads());
      if (!attempt<double>(problem, L, filter, tick, X, pairs)) continue;
    }
    pairs.vectors = rows_of(X, problem.count, order, L.threads());
    return pairs;
  }
  throw NotConverged(
      "no cutoff of the filter separates the smallest eigenvalues — remedy: another --solver");
}

}  // namespace querent::spectral
