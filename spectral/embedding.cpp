// SPDX-License-Identifier: Apache-2.0
// embed(): divide the graph into components, solve each, merge, fix the signs, check, scale.
//
//   for each component C of more than one node:
//     the pairs (λ, v) of L_C, without the zero that every component has
//   the d smallest of all of them; v is 0 outside its component
//   sign of v: its largest entry in absolute value is positive
//   ‖L v − λ v‖ ≤ tolerance·‖L‖, or NotConverged
//   m_i = (v_1(i)/√λ_1, …, v_d(i)/√λ_d)
#include <querent/spectral/embedding.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <querent/graph/components.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/spectral/long_graph.hpp>
#include <querent/spectral/solver.hpp>

namespace querent {
namespace {

using spectral::EigenPairs;
using spectral::Problem;

/// Above this many nodes the dense solver's n³ costs more than the others' overhead.
constexpr std::uint64_t kDenseNodes = 400;

void validate(const EmbeddingOptions& options) {
  const auto need = [](bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(std::string("embed: ") + what);
  };
  need(options.dim >= 1, "dim must be at least 1");
  need(options.tolerance > 0 && options.tolerance < 1, "tolerance must lie in (0, 1)");
  need(options.threads >= 1, "threads must be at least 1");
}

EigenPairs solve(const Graph& graph, const Problem& problem, EigenSolver solver) {
  const std::uint64_t n = problem.L.size();
  const auto d = static_cast<std::uint64_t>(problem.count);
  if (solver == EigenSolver::kAuto) {
    const bool most = 3 * d > n && n < 4000;
    solver = n <= kDenseNodes || most          ? EigenSolver::kDense
             : spectral::is_long_and_thin(graph) ? EigenSolver::kShiftInvert
                                                 : EigenSolver::kBlockLanczos;
  }
  // Where a method would need the whole space the dense solver is the same work, without its
  // breakdowns.
  const std::uint64_t least = solver == EigenSolver::kBlockLanczos
                                  ? 2 * d + 100
                                  : static_cast<std::uint64_t>(lanczos_vectors(problem));
  if (n <= least) solver = EigenSolver::kDense;
  switch (solver) {
    case EigenSolver::kDense:
      return solve_dense(problem);
    case EigenSolver::kShiftInvert:
      return solve_shift_invert(problem);
    case EigenSolver::kFiltered:
      return solve_filtered(problem);
    default:
      return solve_block(problem);
  }
}

/// The nodes by component, ascending within each.
std::vector<Node> order_by_component(const Components& components) {
  std::vector<std::uint64_t> next(components.count(), 0);
  std::exclusive_scan(components.sizes.begin(), components.sizes.end(), next.begin(),
                      std::uint64_t{0});
  std::vector<Node> order(components.of.size());
  for (Node i = 0; i < order.size(); ++i) order[next[components.of[i]]++] = i;
  return order;
}

/// The largest entry in absolute value of each column becomes positive; among entries equal up to
/// rounding the first.
void fix_signs(Embedding::Rows& V, int threads) {
  constexpr double kTie = 1 - 1e-6;
  constexpr std::uint64_t kRows = 1024;
  const auto n = static_cast<std::uint64_t>(V.rows());
  Eigen::ArrayXXd largest(V.cols(), static_cast<Eigen::Index>((n + kRows - 1) / kRows));
  for_rows(threads, n, kRows, [&](std::uint64_t first, std::uint64_t last) {
    auto here = largest.col(static_cast<Eigen::Index>(first / kRows));
    here.setZero();
    for (std::uint64_t i = first; i < last; ++i)
      here = here.max(V.row(static_cast<Eigen::Index>(i)).transpose().array().abs());
  });
  Eigen::RowVectorXd sign(V.cols());
  for (Eigen::Index k = 0; k < V.cols(); ++k) {
    const double bound = kTie * largest.row(k).maxCoeff();
    Eigen::Index chunk = 0;
    while (largest(k, chunk) < bound) ++chunk;
    Eigen::Index i = chunk * static_cast<Eigen::Index>(kRows);
    while (std::abs(V(i, k)) < bound) ++i;
    sign(k) = V(i, k) < 0 ? -1 : 1;
  }
  for_rows(threads, n, kRows, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i)
      V.row(static_cast<Eigen::Index>(i)).array() *= sign.array();
  });
}

/// λ = vᵀ L v and ‖L v − λ v‖₂ of each column, the columns then in the order of λ.
void measure(const Laplacian& L, EigenPairs& pairs) {
  constexpr Eigen::Index kColumns = 8;
  const Eigen::Index n = pairs.vectors.rows();
  const Eigen::Index d = pairs.vectors.cols();
  Laplacian::Product product(L);
  pairs.values.resize(d);
  pairs.residuals.resize(d);
  for (Eigen::Index first = 0; first < d; first += kColumns) {
    const Eigen::Index k = std::min(kColumns, d - first);
    DenseBlock<double> x(L.size(), static_cast<std::uint64_t>(k));
    DenseBlock<double> y(L.size(), static_cast<std::uint64_t>(k));
    Eigen::Map<Embedding::Rows>(x.data(), n, k) = pairs.vectors.middleCols(first, k);
    product(x, y);
    const Eigen::Map<Embedding::Rows> X(x.data(), n, k);
    Eigen::Map<Embedding::Rows> Y(y.data(), n, k);
    const Eigen::RowVectorXd quotient = (X.array() * Y.array()).colwise().sum();
    Y -= (X.array().rowwise() * quotient.array()).matrix();
    pairs.values.segment(first, k) = quotient.transpose();
    pairs.residuals.segment(first, k) = Y.colwise().norm().transpose();
  }
  const std::vector<Eigen::Index> order = ascending(pairs);
  if (!std::is_sorted(order.begin(), order.end())) {
    for (Eigen::Index i = 0; i < n; ++i) pairs.vectors.row(i) = pairs.vectors.row(i)(order).eval();
  }
}

/// One component, solved and checked.
EigenPairs solve_part(const Graph& graph, const EmbeddingOptions& options,
                      const std::function<void(double)>& progress) {
  const Laplacian L(graph, options.laplacian, options.threads);
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  const Problem problem{.L = L,
                        .count = std::min<Eigen::Index>(options.dim, n - 1),
                        .tolerance = options.tolerance * L.norm_bound(),
                        .progress = progress};
  EigenPairs pairs = solve(graph, problem, options.solver);
  fix_signs(pairs.vectors, options.threads);
  if (pairs.residuals.size() == 0) measure(L, pairs);
  const double worst = pairs.residuals.maxCoeff();
  if (!(worst <= problem.tolerance)) {
    throw NotConverged(fmt::format(
        "an eigenpair has residual {:.2g} ‖L‖, tolerance {:.2g} ({}) — remedy: a larger "
        "tolerance or another solver",
        worst / L.norm_bound(), options.tolerance, pairs.solver));
  }
  return pairs;
}

/// One eigenpair of one component.
struct Candidate {
  double value;
  std::size_t part;
  Eigen::Index column;
};

}  // namespace

int auto_dim(std::uint64_t num_nodes) {
  return static_cast<int>(std::clamp(2 * std::sqrt(static_cast<double>(num_nodes)), 50.0, 300.0));
}

Embedding embed(const Graph& graph, const EmbeddingOptions& wanted) {
  EmbeddingOptions options = wanted;
  if (options.dim == kAutoDim) options.dim = auto_dim(graph.num_nodes());
  validate(options);
  const auto start = std::chrono::steady_clock::now();
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  const Components components = connected_components(graph);
  const std::vector<Node> order = order_by_component(components);
  std::uint64_t solved_nodes = 0;
  double reported = 0;

  std::vector<EigenPairs> solved;
  std::vector<std::span<const Node>> nodes_of;
  std::vector<Candidate> candidates;
  std::vector<Node> position(components.count() == 1 ? 0 : graph.num_nodes());
  std::uint64_t first = 0;
  for (const std::uint64_t size : components.sizes) {
    const std::span<const Node> nodes(order.data() + first, size);
    first += size;
    if (size == 1) continue;
    const auto progress = [&](double share) {
      const double done = (static_cast<double>(solved_nodes) + share * static_cast<double>(size)) /
                          static_cast<double>(n);
      reported = std::clamp(done, reported, 1.0);
      if (options.progress && !options.progress(reported)) throw Cancelled();
    };
    progress(0);
    solved.push_back(components.count() == 1
                         ? solve_part(graph, options, progress)
                         : solve_part(subgraph(graph, nodes, position), options, progress));
    nodes_of.push_back(nodes);
    const Eigen::VectorXd& values = solved.back().values;
    for (Eigen::Index k = 0; k < values.size(); ++k) {
      candidates.push_back({values(k), solved.size() - 1, k});
    }
    solved_nodes += size;
  }

  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
  candidates.resize(std::min(candidates.size(), static_cast<std::size_t>(options.dim)));
  const auto d = static_cast<Eigen::Index>(candidates.size());

  Embedding embedding;
  embedding.eigenvalues.resize(d);
  embedding.residuals.resize(d);
  for (Eigen::Index k = 0; k < d; ++k) {
    const Candidate& c = candidates[static_cast<std::size_t>(k)];
    embedding.eigenvalues(k) = c.value;
    embedding.residuals(k) = solved[c.part].residuals(c.column);
  }
  if (solved.size() == 1 && components.count() == 1) {
    embedding.rows = std::move(solved.front().vectors);
  } else {
    embedding.rows = Embedding::Rows::Zero(n, d);
    for (Eigen::Index k = 0; k < d; ++k) {
      const Candidate& c = candidates[static_cast<std::size_t>(k)];
      const std::span<const Node> nodes = nodes_of[c.part];
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        embedding.rows(nodes[i], k) =
            solved[c.part].vectors(static_cast<Eigen::Index>(i), c.column);
      }
    }
  }
  // m_i = (v_k(i)/√λ_k)_k
  const Eigen::ArrayXd root = embedding.eigenvalues.array().sqrt();
  for_rows(options.threads, graph.num_nodes(), 4096, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i)
      embedding.rows.row(static_cast<Eigen::Index>(i)).array() /= root.transpose();
  });
  const auto largest = std::max_element(
      solved.begin(), solved.end(),
      [](const EigenPairs& a, const EigenPairs& b) { return a.vectors.rows() < b.vectors.rows(); });
  embedding.solver = solved.empty() ? "none (no edges)" : largest->solver;
  if (solved.size() > 1) embedding.solver += fmt::format(", {} components", solved.size());
  if (options.progress && !options.progress(1)) throw Cancelled();
  embedding.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return embedding;
}

}  // namespace querent
