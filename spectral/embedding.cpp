// SPDX-License-Identifier: Apache-2.0
// embed(): divide the graph into components, solve each, merge, fix the signs, check, scale.
//
//   for each component C of more than one node:
//     the pairs (λ, v) of L_C, without the zero eigenvalue of the component
//   the d smallest of all of them; v is 0 outside its component
//   sign of v: its largest entry in absolute value is positive
//   ‖L v − λ v‖ ≤ tolerance·‖L‖ and a small relative error of λ (accuracy.cpp), or NotConverged
//   m_i = (v_1(i)/√λ_1, …, v_d(i)/√λ_d)
#include <querent/spectral/embedding.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <querent/graph/components.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/graph/subgraph.hpp>
#include <querent/spectral/rows_by_slabs.hpp>
#include <querent/spectral/signs.hpp>
#include <querent/spectral/solvers/accuracy.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent {
namespace {

using spectral::ColumnOfPart;
using spectral::EigenPairs;
using spectral::kDenseNodes;
using spectral::Problem;

void validate(const EmbeddingOptions& options) {
  const auto need = [](bool condition, const char* what) {
    if (!condition) throw std::invalid_argument(std::string("embed: ") + what);
  };
  need(options.dim >= 1, "dim must be at least 1");
  need(options.tolerance > 0 && options.tolerance < 1, "tolerance must lie in (0, 1)");
  need(options.threads >= 1, "threads must be at least 1");
}

bool fits(const Graph& graph, const EmbeddingOptions& options,
          const std::optional<spectral::Elimination>& elimination) {
  return elimination &&
         (options.memory_limit == 0 ||
          spectral::elimination_memory(graph, options, *elimination) <= options.memory_limit);
}

EigenPairs solve_by_shift_invert(const Graph& graph, const Problem& problem,
                                 const EmbeddingOptions& options) {
  const auto elimination = spectral::possible_elimination(graph);
  if (fits(graph, options, elimination)) return solve_shift_invert(problem, *elimination);
  throw LimitError(
      "shift-invert: the factors would need more than 5 GB, than the memory limit or than ten "
      "minutes — remedy: another solver, or a larger memory_limit");
}

/// Block Lanczos, or shift-invert if its pairs are not accurate enough.
EigenPairs solve_by_either(const Graph& graph, const Problem& problem,
                           const EmbeddingOptions& options) {
  try {
    return solve_block(problem);
  } catch (const NotConverged&) {
    const auto elimination = spectral::possible_elimination(graph);
    if (!fits(graph, options, elimination)) throw;
    return solve_shift_invert(problem, *elimination);
  }
}

EigenPairs solve(const Graph& graph, Problem& problem, const EmbeddingOptions& options) {
  EigenSolver solver = options.solver;
  const std::uint64_t n = problem.L.size();
  const auto d = static_cast<std::uint64_t>(problem.count);
  const bool chosen = solver == EigenSolver::kAuto;
  if (chosen) {
    const bool most = 3 * d > n && n < 4000;
    solver = n <= kDenseNodes || most ? EigenSolver::kDense : EigenSolver::kBlockLanczos;
  }
  // If a method would need the whole space, the dense solver does the same work without breakdowns.
  if (n <= 2 * d + 100) solver = EigenSolver::kDense;
  switch (solver) {
    case EigenSolver::kDense:
      return solve_dense(problem);
    case EigenSolver::kShiftInvert:
      return solve_by_shift_invert(graph, problem, options);
    default:
      break;
  }
  if (chosen) {
    const auto elimination = spectral::cheap_elimination(problem.L, problem.count);
    if (fits(graph, options, elimination)) {
      try {
        return solve_shift_invert(problem, *elimination);
      } catch (const NotConverged&) {  // block Lanczos may succeed
      }
    }
  }
  problem.storage = spectral::basis_storage(graph, options);
  return chosen ? solve_by_either(graph, problem, options) : solve_block(problem);
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

/// The power of two by which weights at the ends of the range of double are divided, since their
/// squares and sums would overflow; 0 for all others.
int exponent_of(const Graph& graph) {
  if (!graph.weighted() || graph.num_edges() == 0) return 0;
  constexpr int kFar = 300;
  const int exponent = std::ilogb(*std::ranges::max_element(graph.all_weights()));
  return std::abs(exponent) > kFar ? exponent : 0;
}

Graph divided_by_power(const Graph& graph, int exponent) {
  std::vector<double> weights(graph.all_weights().begin(), graph.all_weights().end());
  for (double& w : weights) w = std::ldexp(w, -exponent);
  return {Graph::Trusted{},
          {graph.offsets().begin(), graph.offsets().end()},
          {graph.all_neighbours().begin(), graph.all_neighbours().end()},
          std::move(weights)};
}

/// One component, solved and checked.
EigenPairs solve_part(const Graph& graph, const EmbeddingOptions& options,
                      const std::function<void(double)>& progress) {
  if (const int exponent = exponent_of(graph); exponent != 0) {
    EigenPairs pairs = solve_part(divided_by_power(graph, exponent), options, progress);
    if (options.laplacian == LaplacianKind::kNormalized) return pairs;
    for (Eigen::VectorXd* const of : {&pairs.values, &pairs.residuals})
      *of = of->unaryExpr([exponent](double x) { return std::ldexp(x, exponent); });
    if (pairs.values.allFinite() && pairs.values.minCoeff() > 0) return pairs;
    throw DataError(
        "expected a Laplacian with eigenvalues in the range of double, found an eigenvalue outside "
        "it — remedy: multiply all weights by the same number");
  }
  const Laplacian L(graph, options.laplacian, options.threads);
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  Problem problem{.L = L,
                  .count = std::min<Eigen::Index>(options.dim, n - 1),
                  .tolerance = options.tolerance * L.norm_bound(),
                  .value_error = spectral::allowed_value_error(options.tolerance),
                  .progress = progress};
  EigenPairs pairs = solve(graph, problem, options);
  if (pairs.stored != nullptr) {
    pairs.stored->fix_signs();
  } else {
    spectral::fix_signs(pairs.vectors, options.threads);
  }
  if (pairs.residuals.size() == 0) measure(L, pairs);
  require_good(problem, pairs);
  return pairs;
}

/// Reports a share of the work that never decreases; Cancelled ends the work.
class ReportedShare {
 public:
  explicit ReportedShare(const std::function<bool(double)>& report) : report_(report) {}
  void at_least(double share) {
    last_ = std::clamp(share, last_, 1.0);
    if (report_ && !report_(last_)) throw Cancelled();
  }

 private:
  const std::function<bool(double)>& report_;
  double last_ = 0;
};

/// The components of two or more nodes and their eigenpairs.
struct SolvedParts {
  std::vector<EigenPairs> pairs = {};
  std::vector<std::span<const Node>> nodes = {};  // of `order`
  std::vector<Node> order = {};
  bool connected = false;  // the only component
};

/// `report` gets the share of the nodes whose component is solved.
SolvedParts solve_parts(const Graph& graph, const EmbeddingOptions& options,
                        const std::function<void(double)>& report) {
  const Components components = connected_components(graph);
  SolvedParts parts{.order = order_by_component(components), .connected = components.count() == 1};
  std::vector<Node> position(parts.connected ? 0 : graph.num_nodes());
  std::uint64_t first = 0, solved_nodes = 0;
  for (const std::uint64_t size : components.sizes) {
    const std::span<const Node> nodes(parts.order.data() + first, size);
    first += size;
    if (size == 1) continue;
    const auto progress = [&](double share) {
      report((static_cast<double>(solved_nodes) + share * static_cast<double>(size)) /
             static_cast<double>(graph.num_nodes()));
    };
    progress(0);
    parts.pairs.push_back(parts.connected
                              ? solve_part(graph, options, progress)
                              : solve_part(subgraph(graph, nodes, position), options, progress));
    parts.nodes.push_back(nodes);
    solved_nodes += size;
  }
  parts.connected = parts.connected && !parts.pairs.empty();
  return parts;
}

/// The pairs of the `dim` smallest eigenvalues of all parts.
std::vector<ColumnOfPart> smallest(const SolvedParts& parts, int dim) {
  std::vector<ColumnOfPart> columns;
  for (std::size_t part = 0; part < parts.pairs.size(); ++part) {
    const Eigen::VectorXd& values = parts.pairs[part].values;
    for (Eigen::Index k = 0; k < values.size(); ++k) columns.push_back({values(k), part, k});
  }
  std::ranges::stable_sort(columns, {}, &ColumnOfPart::value);
  columns.resize(std::min(columns.size(), static_cast<std::size_t>(dim)));
  return columns;
}

/// An embedding without rows.
Embedding described(const SolvedParts& parts, const std::vector<ColumnOfPart>& columns) {
  Embedding embedding;
  const auto d = static_cast<Eigen::Index>(columns.size());
  embedding.eigenvalues.resize(d);
  embedding.residuals.resize(d);
  for (Eigen::Index k = 0; k < d; ++k) {
    const ColumnOfPart& c = columns[static_cast<std::size_t>(k)];
    embedding.eigenvalues(k) = c.value;
    embedding.residuals(k) = parts.pairs[c.part].residuals(c.column);
  }
  const auto largest = std::max_element(
      parts.nodes.begin(), parts.nodes.end(),
      [](std::span<const Node> x, std::span<const Node> y) { return x.size() < y.size(); });
  embedding.solver =
      parts.pairs.empty()
          ? "none (no edges)"
          : parts.pairs[static_cast<std::size_t>(largest - parts.nodes.begin())].solver;
  if (parts.pairs.size() > 1)
    embedding.solver += fmt::format(", {} components", parts.pairs.size());
  return embedding;
}

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
  // Writing many rows waits for the disk once the file cache is full: measured at 8 GB, 45 s of
  // 255.
  constexpr double kManyBytes = 2e9, kWriting = 0.15;
  const double bytes = static_cast<double>(n) * options.dim * sizeof(double);
  const double solving = options.write && bytes > kManyBytes ? 1 - kWriting : 1;
  ReportedShare reported(options.progress);
  SolvedParts parts =
      solve_parts(graph, options, [&](double share) { reported.at_least(solving * share); });
  const std::vector<ColumnOfPart> columns = smallest(parts, options.dim);
  Embedding embedding = described(parts, columns);
  const Eigen::Index d = embedding.eigenvalues.size();
  // m_i = (v_k(i)/√λ_k)_k
  if (options.write) {
    embedding.rows.resize(0, d);
    make_rows(graph.num_nodes(), parts.pairs, parts.nodes, columns, options.threads,
              [&](std::uint64_t from, const Embedding::Rows& rows) {
                reported.at_least(solving + (1 - solving) * static_cast<double>(from) /
                                                static_cast<double>(n));
                options.write(from, rows);
              });
  } else if (parts.connected) {
    embedding.rows = std::move(parts.pairs.front().vectors);
    const Eigen::ArrayXd root = embedding.eigenvalues.array().sqrt();
    for_rows(options.threads, graph.num_nodes(), 4096, [&](std::uint64_t i) {
      embedding.rows.row(static_cast<Eigen::Index>(i)).array() /= root.transpose();
    });
  } else {
    embedding.rows.resize(n, d);
    make_rows(graph.num_nodes(), parts.pairs, parts.nodes, columns, options.threads,
              [&](std::uint64_t from, const Embedding::Rows& rows) {
                embedding.rows.middleRows(static_cast<Eigen::Index>(from), rows.rows()) = rows;
              });
  }
  reported.at_least(1);
  embedding.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return embedding;
}

}  // namespace querent
