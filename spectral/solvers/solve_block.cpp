// SPDX-License-Identifier: Apache-2.0
// The matrix-free solver, from the graph to checked pairs.
//
//   merge twins; order the nodes for fast products           (quotient.cpp, nodes_by_locality.cpp)
//   cutoff = N⁻¹(1.3 d + 8), N the density of states           (density.cpp)
//   p = the Chebyshev filter of [cutoff, upper bound of the spectrum]
//   X = block Lanczos on p(L), in floats if the tolerance allows it      (block_lanczos.cpp)
//     if it finds that the cutoff was too low: again for twice as many eigenvalues
//   λ, v = Rayleigh quotients and residuals in double, v the columns of X (polish.cpp)
//   if a pair is not accurate enough (accuracy.cpp): Rayleigh–Ritz in double, and the filter again
//
// A combinatorial λ_max is the largest degree, and the degree of the filter grows as its root.
// Therefore, if the tolerance allows it, hubs get a large mass first: the pencil L x = μ M x, M_ii
// = max(1, D_ii/(4 mean degree)), has ‖M^{−1/2} L M^{−1/2}‖ ≤ 8 mean degrees, and at a small λ it
// differs from L x = λ x only by (M − I) λ x.
//
//   X = M^{−1/2} times the pencil's count + guards smallest vectors, as above
//   λ, v = Rayleigh–Ritz of L, then conjugate gradients (conjugate_correction.cpp)
//   accepted if every pair is accurate enough and λ_count ≤ μ_last
//
// Why no pair is missed: M ≥ I, so μ_k ≤ λ_k for every k (Courant and Fischer), and L has no more
// eigenvalues below μ_last than the pencil, whose vectors below it are all in X.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/graph/parallel.hpp>
#include <querent/spectral/lazy_eigenvectors.hpp>
#include <querent/spectral/quotient.hpp>
#include <querent/spectral/solvers/accuracy.hpp>
#include <querent/spectral/solvers/block_lanczos.hpp>
#include <querent/spectral/solvers/density.hpp>
#include <querent/spectral/solvers/polish.hpp>
#include <querent/spectral/solvers/solver.hpp>
#include <querent/spectral/solvers/work_done.hpp>

namespace querent::spectral {
namespace {

/// The columns of X for pairs.vectors, of these lengths and in the order of their values. X is then
/// empty.
template <class Real>
void take_vectors(const Problem& problem, Basis<Real>& X, const Eigen::VectorXd& length,
                  const std::shared_ptr<const Quotient>& quotient, EigenPairs& pairs) {
  auto stored =
      std::make_unique<PanelVectors<Real>>(std::move(X.panels()), length, ascending(pairs),
                                           quotient, problem.L.size(), problem.L.threads());
  if (problem.storage.rows_by_slabs) {
    pairs.stored = std::move(stored);
    return;
  }
  pairs.vectors = stored->all_rows();
}

/// The work for such a graph: a step adds kBlockColumns vectors.
void expect(WorkDone& done, const Problem& problem, const SpectralDensity& density,
            const ChebyshevFilter& filter, Eigen::Index count) {
  const double vectors = 1.9 * static_cast<double>(count) + 40;
  const double middle = density.quantile(static_cast<double>(count) / 2);
  done.expect((filter.degree + 4) * vectors / static_cast<double>(kBlockColumns),
              expected_times(filter.gain(middle)), !problem.storage.scratch.empty());
}

std::function<void()> reporting(const Problem& problem, WorkDone& done) {
  return [&] {
    done.tick();
    problem.progress(done.share());
  };
}

template <class Real>
std::string description(const BlockLanczos<Real>& lanczos, const ChebyshevFilter& filter) {
  return fmt::format("{} vectors of {}s, filter of degree {}, cutoff {:.4g}",
                     lanczos.most_vectors(), sizeof(Real) == sizeof(float) ? "float" : "double",
                     filter.degree, filter.cutoff);
}

/// X in doubles; `from` is then empty.
template <class Real>
Basis<double> widened(const Laplacian& L, Basis<Real>& from, const BasisStorage& storage) {
  Basis<double> X(L, storage.scratch);
  for (DenseBlock<Real>& panel : from.panels()) {
    copy(panel, X.grow(), L.threads());
    panel = {};
  }
  return X;
}

/// The pairs by a plain filter; false if its cutoff was too low. Without vectors if floats do not
/// reach the tolerance.
template <class Real>
bool attempt(const Problem& problem, const Laplacian& L,
             const std::shared_ptr<const Quotient>& quotient, const ChebyshevFilter& filter,
             const std::function<void()>& tick, WorkDone& done, EigenPairs& pairs) {
  std::optional<BlockLanczos<Real>> lanczos;
  lanczos.emplace(L, filter, problem.count, problem.tolerance / 2, problem.value_error / 2, tick,
                  problem.storage);
  switch (lanczos->run()) {
    case Outcome::kConverged:
      break;
    case Outcome::kCutoffTooLow:
      return false;
    case Outcome::kStalled:
      if (sizeof(Real) == sizeof(double)) {
        throw NotConverged(
            "block Lanczos did not converge — remedy: a larger tolerance or another solver");
      }
      pairs = {};
      return true;
  }
  const std::string solver = fmt::format("block Lanczos ({}{})", description(*lanczos, filter),
                                         problem.storage.scratch.empty() ? "" : ", in a file");
  Eigen::VectorXd length;
  const auto finish = [&](auto& X) {
    take_vectors(problem, X, length, quotient, pairs);
    pairs.solver = solver;
    return true;
  };
  const auto good = [&] { return good_enough(problem, pairs); };
  lanczos->drop_workspace();
  done.found(std::ceil(static_cast<double>(problem.count) / static_cast<double>(kBlockColumns)));
  pairs = rayleigh_quotients(problem, L, lanczos->vectors(), tick, length);
  if (good()) return finish(lanczos->vectors());
  Basis<double> X = widened(L, lanczos->vectors(), problem.storage);
  lanczos.reset();
  // Rounding noise of floats is mostly far above the cutoff, where a short filter suffices.
  const double high = std::min(4 * filter.cutoff, filter.upper / 3);
  if (sizeof(Real) == sizeof(float) && high > 2 * filter.cutoff) {
    const ChebyshevFilter brief{.cutoff = high, .upper = filter.upper, .degree = 4};
    correct(X, pairs.values,
            shares_of_allowed(problem, pairs.values, pairs.residuals, pairs.errors),
            filter_correction(L, brief, tick));
    pairs = rayleigh_quotients(problem, L, X, tick, length);
    if (good()) return finish(X);
  }
  pairs = polish(problem, L, X, problem.count, {filter_correction(L, filter, tick)}, tick);
  length.setOnes();
  if (sizeof(Real) == sizeof(float) && !good()) {
    pairs = {};
    return true;
  }
  return finish(X);
}

/// Σ x_i y_i / Σ x_i x_i of a column.
double rayleigh_quotient(const Laplacian& L, const DenseBlock<double>& x, std::uint64_t column) {
  DenseBlock<double> y(x.rows(), x.cols());
  L.multiply(x, y);
  const auto sums = L.sum_rows<2>([&](std::uint64_t i, auto& sum) {
    sum[0] += x.row(i)[column] * y.row(i)[column];
    sum[1] += x.row(i)[column] * x.row(i)[column];
  });
  return sums[0] / sums[1];
}

/// Combinatorial pairs through the pencil L x = μ M x with heavy hubs; false if it does not show
/// that no pair is missing.
bool by_heavy_hubs(const Problem& problem, const Laplacian& L,
                   const std::shared_ptr<const Quotient>& quotient,
                   const std::function<void()>& tick, WorkDone& done, EigenPairs& pairs) {
  double total = std::accumulate(L.degree().begin(), L.degree().end(), 0.0);
  L.add_up({&total, 1});
  const double most = 4 * total / static_cast<double>(L.total_size());
  constexpr double kPays = 24;  // a filter 3.5 times as short pays for corrections
  if (L.norm_bound() < kPays * most) return false;
  const Laplacian pencil = L.with_heavy_hubs(most);
  const Eigen::Index count = problem.count + std::max<Eigen::Index>(8, problem.count / 8);
  const double wanted = 1.2 * static_cast<double>(count) + 8;
  const SpectralDensity density(pencil, wanted, tick);
  const ChebyshevFilter filter = filter_above(density.quantile(wanted), density.upper_bound());
  // Heavy hubs leave a residual of about λ/most, and corrections reduce it to a tenth or less. ‖L‖
  // is much larger than a small λ here, so a loose tolerance relative to ‖L‖ is not used.
  constexpr double kWithinReach = 2.5e-3;
  if (problem.tolerance < kWithinReach * filter.cutoff) return false;
  Problem near = problem;
  near.tolerance = std::min(problem.tolerance, 2 * kWithinReach * filter.cutoff);
  expect(done, problem, density, filter, count);
  BlockLanczos<float> lanczos(pencil, filter, count, near.tolerance,
                              std::numeric_limits<double>::infinity(), tick, problem.storage);
  if (lanczos.run() != Outcome::kConverged) return false;
  Basis<double> X = widened(L, lanczos.vectors(), problem.storage);
  const auto last = static_cast<std::size_t>(count - 1);
  const double mu = rayleigh_quotient(pencil, X.panels()[last / X.b], last % X.b);
  for (DenseBlock<double>& x : X.panels()) {
    for_rows(L.threads(), x.rows(), 4096, [&](std::uint64_t i) {
      const double root = std::sqrt(L.mass(i) / pencil.mass(i));
      for (std::uint64_t c = 0; c < x.cols(); ++c) x.row(i)[c] *= root;
    });
  }
  pairs = polish(near, L, X, X.size(), {conjugate_correction(L, near.tolerance / 8, tick)}, tick);
  if (!good_enough(problem, pairs) || pairs.values(problem.count - 1) > mu) return false;
  take_vectors(problem, X, Eigen::VectorXd::Ones(problem.count), quotient, pairs);
  pairs.solver = fmt::format("block Lanczos with heavy hubs ({})", description(lanczos, filter));
  return true;
}

/// All pairs of a small quotient, as of a star or a complete bipartite graph, with their vectors on
/// the whole graph. The quotient of a complete graph has one node and no pair.
EigenPairs solve_small(const Problem& problem, const Laplacian& L, const Quotient& quotient) {
  if (quotient.size() == 1) {
    return {.vectors = Embedding::Rows(static_cast<Eigen::Index>(problem.L.size()), 0),
            .solver = "closed form for a complete graph"};
  }
  const auto count = std::min(problem.count, static_cast<Eigen::Index>(quotient.size()) - 1);
  Problem small{.L = L,
                .count = count,
                .tolerance = problem.tolerance,
                .value_error = problem.value_error,
                .progress = problem.progress};
  EigenPairs pairs = solve_dense(small);
  measure(L, pairs);
  require_good(small, pairs);
  const Embedding::Rows few = std::move(pairs.vectors);
  pairs.vectors.resize(static_cast<Eigen::Index>(problem.L.size()), count);
  for (std::uint64_t c = 0; c < quotient.size(); ++c) {
    const double root = std::sqrt(static_cast<double>(quotient.multiplicity(c)));
    quotient.for_each_member(
        c, [&](Node i) { pairs.vectors.row(i) = few.row(static_cast<Eigen::Index>(c)) / root; });
  }
  return pairs;
}

/// The pairs of L, the Laplacian of the quotient, with their vectors on the whole graph.
EigenPairs solve_quotient(const Problem& problem, const Laplacian& L,
                          const std::shared_ptr<const Quotient>& quotient,
                          const std::function<void()>& tick, WorkDone& done) {
  const double least = kFloatsReach * L.norm_bound();
  EigenPairs pairs;
  if (problem.tolerance >= least && L.kind() == LaplacianKind::kCombinatorial &&
      by_heavy_hubs(problem, L, quotient, tick, done, pairs)) {
    return pairs;
  }
  double surplus = 1.3;
  const auto wanted = [&] { return surplus * static_cast<double>(problem.count) + 8; };
  const SpectralDensity density(L, wanted(), tick);
  constexpr int kAttempts = 5;
  for (int k = 0; k < kAttempts; ++k, surplus *= 2) {
    // If many eigenvalues are equal, no quantile lies above them: the cutoff is also stretched, and
    // may then lie above the whole spectrum.
    const ChebyshevFilter filter =
        filter_above(density.quantile(wanted()) * (1 + 0.1 * k), density.upper_bound());
    expect(done, problem, density, filter, problem.count);
    if (std::min(problem.tolerance, problem.value_error * filter.cutoff) >= least) {
      if (!attempt<float>(problem, L, quotient, filter, tick, done, pairs)) continue;
      if (pairs.values.size() > 0) return pairs;
    }
    if (!attempt<double>(problem, L, quotient, filter, tick, done, pairs)) continue;
    require_good(problem, pairs);
    return pairs;
  }
  throw NotConverged(
      "no cutoff of the filter separates the smallest eigenvalues — remedy: another solver");
}

}  // namespace

EigenPairs solve_block(const Problem& problem) {
  WorkDone done;
  const std::function<void()> tick = reporting(problem, done);
  tick();
  const auto shared = std::make_shared<const Quotient>(
      problem.L.graph(), 4 * static_cast<std::uint64_t>(problem.count) + 200, kDenseNodes,
      problem.L.threads());
  const Quotient& quotient = *shared;
  tick();
  const Laplacian L = quotient.laplacian(problem.L.kind(), problem.L.threads());
  EigenPairs pairs = quotient.size() < problem.L.size() && quotient.size() <= kDenseNodes
                         ? solve_small(problem, L, quotient)
                         : solve_quotient(problem, L, shared, tick, done);
  quotient.add_pairs_of_twins(problem.L, problem.count, pairs);
  if (quotient.size() > 1 && quotient.size() < problem.L.size()) {
    pairs.solver +=
        fmt::format(", {} nodes once those with equal neighbours are merged", quotient.size());
  }
  return pairs;
}

EigenPairs solve_part(const Problem& problem, std::vector<Node> order) {
  WorkDone done;
  const std::function<void()> tick = reporting(problem, done);
  return solve_quotient(problem, problem.L, std::make_shared<const Quotient>(std::move(order)),
                        tick, done);
}

}  // namespace querent::spectral
