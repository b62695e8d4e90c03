// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/embedding.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <querent/spectral/null_vector.hpp>
#include <querent/spectral/solvers/density.hpp>
#include <querent/spectral/solvers/work_done.hpp>

#include "graphs.hpp"

namespace {

using namespace querent;
using namespace querent::testing;
using std::numbers::pi;
using Values = std::vector<double>;

constexpr auto kNormalized = LaplacianKind::kNormalized;
constexpr auto kCombinatorial = LaplacianKind::kCombinatorial;
constexpr EigenSolver kSolvers[] = {EigenSolver::kAuto, EigenSolver::kDense,
                                    EigenSolver::kShiftInvert, EigenSolver::kBlockLanczos};

/// V from the rows v_k/√λ_k.
Eigen::MatrixXd eigenvectors(const Embedding& e) {
  return e.rows.array().rowwise() * e.eigenvalues.array().sqrt().transpose();
}

/// Properties of every embedding, for any graph.
void check_pairs(const Graph& graph, const Embedding& e, const EmbeddingOptions& options) {
  const Laplacian L(graph, options.laplacian);
  const Eigen::MatrixXd V = eigenvectors(e);
  const Eigen::Index d = e.eigenvalues.size();
  REQUIRE(V.cols() == d);
  REQUIRE(V.rows() == static_cast<Eigen::Index>(graph.num_nodes()));
  CHECK(std::is_sorted(e.eigenvalues.begin(), e.eigenvalues.end()));
  const Eigen::MatrixXd G = V.transpose() * V;
  const double rounding = options.tolerance < 2e-7 ? 1e-10 : 2e-6;  // of doubles, of floats
  CHECK((G - Eigen::MatrixXd::Identity(d, d)).cwiseAbs().maxCoeff() <= rounding);
  CHECK((G.diagonal().array() - 1).abs().maxCoeff() <= 1e-12);
  for (Eigen::Index k = 0; k < d; ++k) {
    double squares = 0;
    for (Node i = 0; i < graph.num_nodes(); ++i) {
      double sum = L.diagonal()[i] * V(i, k);
      for (std::size_t s = 0; s < graph.neighbours(i).size(); ++s) {
        const Node j = graph.neighbours(i)[s];
        const double w = graph.weighted() ? graph.weights(i)[s] : 1.0;
        sum -= V(j, k) * (options.laplacian == kCombinatorial
                              ? w
                              : w / std::sqrt(L.degree()[i] * L.degree()[j]));
      }
      squares += std::pow(sum - e.eigenvalues(k) * V(i, k), 2);
    }
    CHECK(std::sqrt(squares) <= options.tolerance * L.norm_bound());
    CHECK(std::abs(std::sqrt(squares) - e.residuals(k)) <= 1e-13 * L.norm_bound());
    // entries that are equal up to rounding count as equal: the first of the largest is positive
    const double largest = (1 - 1e-6) * V.col(k).cwiseAbs().maxCoeff();
    Eigen::Index first = 0;
    while (std::abs(V(first, k)) < largest) ++first;
    CHECK(V(first, k) > 0);
  }
}

/// embed() finds the d smallest non-zero values of `spectrum`, with every solver.
void check_spectrum(const Graph& graph, LaplacianKind kind, Values spectrum, int d,
                    const std::vector<EigenSolver>& solvers = {std::begin(kSolvers),
                                                               std::end(kSolvers)},
                    double tolerance = 1e-9) {
  std::sort(spectrum.begin(), spectrum.end());
  spectrum.erase(spectrum.begin(),
                 std::find_if(spectrum.begin(), spectrum.end(), [](double x) { return x > 1e-9; }));
  spectrum.resize(std::min(spectrum.size(), static_cast<std::size_t>(d)));
  for (const EigenSolver solver : solvers) {
    const EmbeddingOptions options{
        .dim = d, .laplacian = kind, .solver = solver, .tolerance = tolerance};
    const Embedding e = embed(graph, options);
    CAPTURE(e.solver);
    REQUIRE(e.eigenvalues.size() == static_cast<Eigen::Index>(spectrum.size()));
    const double scale = Laplacian(graph, kind).norm_bound();
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      CHECK(std::abs(e.eigenvalues(static_cast<Eigen::Index>(k)) - spectrum[k]) <=
            tolerance * scale);
    }
    check_pairs(graph, e, options);
  }
}

/// The same with block Lanczos, in doubles and in floats, for small and large tolerances.
void check_block_lanczos(const Graph& graph, LaplacianKind kind, const Values& spectrum, int d) {
  for (const double tolerance : {1e-9, 1e-6, 1e-4}) {
    CAPTURE(tolerance);
    check_spectrum(graph, kind, spectrum, d, {EigenSolver::kBlockLanczos}, tolerance);
  }
}

/// The result of the dense solver.
Values dense_values(const Graph& graph, LaplacianKind kind, int d) {
  const Embedding e = embed(
      graph, {.dim = d, .laplacian = kind, .solver = EigenSolver::kDense, .tolerance = 1e-12});
  return {e.eigenvalues.begin(), e.eigenvalues.end()};
}

Values each(int count, double (*f)(double k, double n), double n) {
  Values v;
  for (int k = 0; k < count; ++k) v.push_back(f(k, n));
  return v;
}

double path_value(double k, double n) {
  return 2 - 2 * std::cos(pi * k / n);
}
double cycle_value(double k, double n) {
  return 2 - 2 * std::cos(2 * pi * k / n);
}

}  // namespace

TEST_CASE("the default Laplacian is the normalized one") {
  CHECK(EmbeddingOptions{}.laplacian == kNormalized);
}

TEST_CASE("path: the combinatorial eigenvalues are 2 - 2 cos(pi k / n)") {
  check_spectrum(path(2), kCombinatorial, {2}, 1);
  check_spectrum(path(50), kCombinatorial, each(50, path_value, 50), 12);
  check_spectrum(path(50), kCombinatorial, each(50, path_value, 50), 49);
}

TEST_CASE("path: the normalized eigenvalues are 1 - cos(pi k / (n - 1))") {
  check_spectrum(path(60), kNormalized,
                 each(
                     60, [](double k, double n) { return 1 - std::cos(pi * k / (n - 1)); }, 60),
                 15);
}

TEST_CASE("cycle: 2 - 2 cos(2 pi k / n) in pairs, normalized half as large") {
  const Values values = each(51, cycle_value, 51);
  check_spectrum(cycle(51), kCombinatorial, values, 11);
  Values half = values;
  for (double& x : half) x /= 2;
  check_spectrum(cycle(51), kNormalized, half, 10);
}

TEST_CASE("star: 1 repeated, then the number of nodes (2 normalized)") {
  Values combinatorial(39, 1.0);
  combinatorial.back() = 40;
  check_spectrum(complete_bipartite(1, 39), kCombinatorial, combinatorial, 20);
  check_spectrum(complete_bipartite(1, 39), kCombinatorial, combinatorial, 100);
  Values normalized(39, 1.0);
  normalized.back() = 2;
  check_spectrum(complete_bipartite(1, 39), kNormalized, normalized, 39);
}

TEST_CASE("complete graph: n repeated, n / (n - 1) normalized") {
  check_spectrum(complete(30), kCombinatorial, Values(29, 30.0), 10);
  check_spectrum(complete(30), kNormalized, Values(29, 30.0 / 29), 29);
}

TEST_CASE("complete bipartite graph: a, b and a + b, normalized 1 and 2") {
  Values combinatorial(14, 6.0);                       // b - 1 times a
  combinatorial.insert(combinatorial.end(), 5, 15.0);  // a - 1 times b
  combinatorial.push_back(21);
  check_spectrum(complete_bipartite(6, 15), kCombinatorial, combinatorial, 18);
  Values normalized(19, 1.0);
  normalized.push_back(2);
  check_spectrum(complete_bipartite(6, 15), kNormalized, normalized, 20);
}

TEST_CASE("grid: the sums of two path spectra, every repetition found") {
  Values sums;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) sums.push_back(path_value(i, 12) + path_value(j, 12));
  }
  check_spectrum(grid(12, 12), kCombinatorial, sums, 30);
}

TEST_CASE("disjoint union: the spectra together, one zero of each component left out") {
  Values values;
  for (const int n : {20, 20, 33}) {
    const Values part = each(n, path_value, n);
    values.insert(values.end(), part.begin() + 1, part.end());
  }
  values.insert(values.end(), 9, 10.0);
  const Graph g = disjoint_union({path(20), path(1), complete(10), path(33), path(1), path(20)});
  check_spectrum(g, kCombinatorial, values, 25);
  const Embedding e = embed(g, {.dim = 25, .laplacian = kCombinatorial});
  CHECK(e.rows.row(20).isZero(0));  // the isolated nodes
  CHECK(e.rows.row(20 + 1 + 10 + 33).isZero(0));
}

TEST_CASE("spider of 300 legs of length two: (3 - sqrt 5) / 2 is 299-fold, no copy is missed") {
  Edges e;
  for (Node leg = 0; leg < 300; ++leg) {
    e.emplace_back(0, 1 + leg);
    e.emplace_back(1 + leg, 301 + leg);
  }
  check_block_lanczos(make_graph(601, e), kCombinatorial, Values(299, (3 - std::sqrt(5.0)) / 2),
                      40);
}

TEST_CASE("equal cycles at one node: more copies of a pair than a block has columns, all found") {
  for (const Node cycles : {9U, 10U}) {
    for (const Node length : {20U, 40U}) {
      Edges e;
      for (Node c = 0; c < cycles; ++c) {
        const Node first = 1 + c * length;
        e.emplace_back(0, first);
        for (Node i = 0; i < length; ++i) e.emplace_back(first + i, first + (i + 1) % length);
      }
      const Graph g = make_graph(1 + cycles * length, e);
      for (const LaplacianKind kind : {kCombinatorial, LaplacianKind::kNormalized}) {
        const Values values = dense_values(g, kind, 60);
        for (const int d : {17, 20, 30}) check_block_lanczos(g, kind, values, d);
      }
    }
  }
}

/// A random core in which every node has leaves, two to four with a weight of their own, and every
/// fifth edge is doubled by three nodes between its ends.
Graph with_twins(Node core, bool weighted) {
  const Graph random = random_connected(core, 3 * core, 17);
  std::map<Node, std::map<Node, double>> rows;
  Node next = core;
  Node edge = 0;
  const auto add = [&](Node i, Node j, double w) { rows[i][j] = rows[j][i] = w; };
  for (Node i = 0; i < core; ++i) {
    for (const Node j : random.neighbours(i)) {
      if (j < i) continue;
      add(i, j, 1 + i % 3);
      if (++edge % 5 != 0) continue;
      for (int k = 0; k < 3; ++k, ++next) {
        add(i, next, 0.5);
        add(j, next, 0.25);
      }
    }
    for (Node leaf = 0; leaf < 2 + i % 3; ++leaf) add(i, next++, 0.01 * (1 + i % 7));
  }
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  std::vector<double> weights;
  for (const auto& [i, row] : rows) {
    for (const auto& [j, w] : row) {
      neighbours.push_back(j);
      if (weighted) weights.push_back(w);
    }
    offsets.push_back(neighbours.size());
  }
  return Graph(offsets, neighbours, weights);
}

TEST_CASE("twins: merging them loses no pair, and their own pairs are inserted in order") {
  for (const bool weighted : {false, true}) {
    const Graph g = with_twins(150, weighted);
    for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
      CAPTURE(weighted);
      CAPTURE(to_string(kind));
      for (const int d : {8, 45}) check_block_lanczos(g, kind, dense_values(g, kind, d), d);
    }
  }
}

/// A random graph in which every node also belongs to a complete graph of its own, of `more` nodes.
Graph with_cliques(Node core, Node more) {
  const Graph random = random_connected(core, 2 * core, 23);
  Edges e;
  for (Node i = 0; i < core; ++i) {
    for (const Node j : random.neighbours(i)) e.emplace_back(i, j);
    for (Node k = 0; k < more; ++k) {
      e.emplace_back(i, core + i * more + k);
      for (Node l = 0; l < k; ++l) e.emplace_back(core + i * more + l, core + i * more + k);
    }
  }
  return make_graph(core * (more + 1), e);
}

TEST_CASE("adjacent twins: merging them loses no pair, whether the quotient is small or not") {
  for (const auto& [core, more] : {std::pair<Node, Node>{100, 6}, {220, 4}}) {
    const Graph g = with_cliques(core, more);
    for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
      CAPTURE(to_string(kind));
      for (const int d : {8, 45}) check_block_lanczos(g, kind, dense_values(g, kind, d), d);
    }
  }
  const Graph g = with_cliques(220, 4);
  CHECK(embed(g, {.dim = 8, .solver = EigenSolver::kBlockLanczos}).solver.find("440 nodes once") !=
        std::string::npos);
}

TEST_CASE("a complete graph and a star, too large for the dense solver: every copy found") {
  check_block_lanczos(complete(450), kNormalized, Values(449, 450.0 / 449), 12);
  check_block_lanczos(complete_bipartite(1, 500), kNormalized, Values(499, 1.0), 20);
}

TEST_CASE("grid of 30 x 30: fifty clustered pairs, twofold and single, are the sums") {
  Values sums;
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < 30; ++j) sums.push_back(path_value(i, 30) + path_value(j, 30));
  }
  check_block_lanczos(grid(30, 30), kCombinatorial, sums, 50);
}

TEST_CASE("a long path: eigenvalues from 1e-5 of the norm are found one by one") {
  check_block_lanczos(path(600), kCombinatorial, each(600, path_value, 600), 25);
}

TEST_CASE("whiskers: pendant paths at every node of a random graph, against the dense solver") {
  const Graph core = random_connected(64, 190, 11);
  Edges e;
  for (Node i = 0; i < 64; ++i) {
    for (const Node j : core.neighbours(i)) e.emplace_back(i, j);
    for (Node leg = 0; leg < 2; ++leg) {
      const Node inner = 64 + 4 * i + 2 * leg;
      e.emplace_back(i, inner);
      e.emplace_back(inner, inner + 1);
    }
  }
  const Graph g = make_graph(320, e);
  for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
    check_block_lanczos(g, kind, dense_values(g, kind, 80), 80);
  }
}

TEST_CASE("two complete graphs and one edge: an isolated eigenvalue below hundreds of equal ones") {
  Edges e;
  for (Node i = 0; i < 210; ++i) {
    for (Node j = 0; j < i; ++j) {
      e.emplace_back(i, j);
      e.emplace_back(210 + i, 210 + j);
    }
  }
  e.emplace_back(0, 210);
  const Graph g = make_graph(420, e);
  for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
    check_block_lanczos(g, kind, dense_values(g, kind, 12), 12);
  }
}

TEST_CASE("hundreds of components: the copies of an eigenvalue in each are all found") {
  std::vector<Graph> parts;
  Values values;
  for (int copy = 0; copy < 120; ++copy) {
    parts.push_back(path(5));
    parts.push_back(complete_bipartite(1, 4));
    for (const double x : each(5, path_value, 5)) values.push_back(x);
    values.insert(values.end(), {1, 1, 1, 5});
  }
  parts.push_back(cycle(450));
  for (const double x : each(450, cycle_value, 450)) values.push_back(x);
  check_spectrum(disjoint_union(parts), kCombinatorial, values, 260, {EigenSolver::kAuto});
}

TEST_CASE("inertia: below a value between two eigenvalues are the found ones and the zero") {
  const Graph g = random_connected(1200, 2500, 5);
  constexpr int d = 60;
  for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
    for (const double tolerance : {1e-9, 1e-5}) {
      const Embedding e = embed(g, {.dim = d + 1,
                                    .laplacian = kind,
                                    .solver = EigenSolver::kBlockLanczos,
                                    .tolerance = tolerance});
      const Laplacian L(g, kind);
      const double below = e.eigenvalues(d - 1), above = e.eigenvalues(d);
      REQUIRE(above - below > 4 * tolerance * L.norm_bound());
      // Sylvester: the negative pivots of L - mu I = U D U^T
      std::vector<Eigen::Triplet<double>> entries;
      L.for_each_entry([&](std::uint64_t i, std::uint64_t j, double w) {
        entries.emplace_back(static_cast<int>(i), static_cast<int>(j), -w);
      });
      for (std::uint64_t i = 0; i < L.size(); ++i) {
        entries.emplace_back(static_cast<int>(i), static_cast<int>(i),
                             L.diagonal()[i] - (below + above) / 2);
      }
      Eigen::SparseMatrix<double> shifted(1200, 1200);
      shifted.setFromTriplets(entries.begin(), entries.end());
      const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(shifted);
      REQUIRE(factors.info() == Eigen::Success);
      CHECK((factors.vectorD().array() < 0).count() == d + 1);
    }
  }
}

TEST_CASE("weights from 0.01 to 10: block Lanczos agrees with the dense solver") {
  const Graph pattern = random_connected(500, 1500, 17);
  std::vector<double> weights;
  for (Node i = 0; i < pattern.num_nodes(); ++i) {
    for (const Node j : pattern.neighbours(i)) {
      weights.push_back(0.01 + 9.99 * std::pow(std::sin(i * 1.0) * std::sin(j * 1.0), 2));
    }
  }
  const Graph g(std::vector(pattern.offsets().begin(), pattern.offsets().end()),
                std::vector(pattern.all_neighbours().begin(), pattern.all_neighbours().end()),
                weights);
  for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
    check_block_lanczos(g, kind, dense_values(g, kind, 40), 40);
  }
}

TEST_CASE("density of states: a clique of most edges does not hide the spectrum of a long path") {
  // 1 - cos(pi k / 2000) is the k-th eigenvalue except for the clique's end: a count of 100 has an
  // error of +- 20 (4 sigma of 8 vectors), and the quadrature errs upwards.
  Edges e;
  for (Node i = 0; i < 200; ++i) {
    for (Node j = 0; j < i; ++j) e.emplace_back(i, j);
  }
  for (Node i = 199; i < 2200 - 1; ++i) e.emplace_back(i, i + 1);
  const Graph g = make_graph(2200, e);
  const Laplacian L(g, kNormalized);
  const spectral::SpectralDensity density(L, 100, [] {});
  CHECK(density.quantile(100) >= 1 - std::cos(pi * 80 / 2000));
  CHECK(density.quantile(100) <= 2 * (1 - std::cos(pi * 120 / 2000)));
  CHECK(density.upper_bound() >= 1.9);  // the path's end of the spectrum is near 2
}

/// A connected random graph with two hubs, which are neighbours of all other nodes.
Graph with_hubs(Node n) {
  const Graph g = random_connected(n, std::size_t{2} * n, 23);
  Edges e;
  for (Node i = 0; i < n; ++i) {
    for (const Node j : g.neighbours(i)) e.emplace_back(i, j);
    if (i >= 2) e.emplace_back(i % 2, i);
  }
  return make_graph(n, e);
}

TEST_CASE(
    "heavy hubs: L x = mu M x has no larger k-th eigenvalue than L, and norm at most 2 most") {
  const Graph g = with_hubs(300);
  const double most = 10;
  const Laplacian pencil = Laplacian(g, LaplacianKind::kCombinatorial).with_heavy_hubs(most);
  const auto values = [](const Laplacian& L) {
    Eigen::MatrixXd dense =
        Eigen::Map<const Eigen::VectorXd>(L.diagonal().data(), static_cast<Eigen::Index>(L.size()))
            .asDiagonal();
    L.for_each_entry([&](std::uint64_t i, std::uint64_t j, double w) {
      dense(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = -w;
    });
    return Eigen::VectorXd(
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense, Eigen::EigenvaluesOnly)
            .eigenvalues());
  };
  const Eigen::VectorXd mu = values(pencil), lambda = values(Laplacian(g, kCombinatorial));
  CHECK((mu.array() <= lambda.array() + 1e-12).all());
  CHECK(std::abs(mu(0)) <= 1e-12);  // M^{1/2} 1
  CHECK(mu.maxCoeff() <= pencil.norm_bound());
  CHECK(pencil.norm_bound() <= 2 * most);
}

TEST_CASE("hubs: heavy hubs give the eigenvalues of the dense solver, none missed") {
  const Graph g = with_hubs(1200);
  const Values spectrum = dense_values(g, kCombinatorial, 60);
  for (const double tolerance : {1e-4, 2e-5}) {
    const EmbeddingOptions options{.dim = 60, .laplacian = kCombinatorial, .tolerance = tolerance};
    const Embedding e = embed(g, options);
    CAPTURE(e.solver);
    CHECK(e.solver.find("heavy hubs") != std::string::npos);
    for (std::size_t k = 0; k < 60; ++k) {
      CHECK(std::abs(e.eigenvalues(static_cast<Eigen::Index>(k)) / spectrum[k] - 1) <= 0.005);
    }
    check_pairs(g, e, options);
  }
}

TEST_CASE("random graphs: every solver agrees with the dense one") {
  const Graph g = random_connected(600, 1500, 7);
  for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
    check_spectrum(g, kind, dense_values(g, kind, 30), 30);
  }
}

TEST_CASE("a graph without edges, or of one node, or of none, has an embedding of dimension 0") {
  for (const Node n : {0u, 1u, 5u}) {
    for (const EigenSolver solver : kSolvers) {
      const Embedding e = embed(make_graph(n, {}), {.dim = 3, .solver = solver});
      CHECK(e.rows.rows() == static_cast<Eigen::Index>(n));
      CHECK(e.rows.cols() == 0);
      CHECK(e.eigenvalues.size() == 0);
    }
  }
}

TEST_CASE("the automatic dimension is 2 sqrt n between 50 and 300") {
  CHECK(auto_dim(100) == 50);
  CHECK(auto_dim(2500) == 100);
  CHECK(auto_dim(1'000'000) == 300);
  CHECK(embed(path(900), {.dim = kAutoDim}).eigenvalues.size() == 60);
}

TEST_CASE("rows are the eigenvectors over the square roots of their eigenvalues") {
  const Embedding e = embed(path(30), {.dim = 4, .laplacian = kCombinatorial});
  for (Eigen::Index k = 0; k < 4; ++k) {
    CHECK(e.rows.col(k).squaredNorm() * e.eigenvalues(k) == doctest::Approx(1).epsilon(1e-12));
  }
}

TEST_CASE(
    "the null vector comes first: L v = 0, orthogonal to the others, its column is v / sqrt "
    "lambda") {
  const Graph g = random_connected(300, 700, 11);
  for (const LaplacianKind kind : {kNormalized, kCombinatorial}) {
    const Embedding plain = embed(g, {.dim = 6, .laplacian = kind, .tolerance = 1e-9});
    Embedding kept = plain;
    add_null_vector(kept, g, kind, NullVector::kKeep);
    REQUIRE(kept.rows.cols() == 7);
    CHECK(kept.rows.rightCols(6) == plain.rows);
    CHECK(kept.eigenvalues.tail(6) == plain.eigenvalues);
    const Eigen::VectorXd column = kept.rows.col(0);
    CHECK(column.squaredNorm() / 300 == doctest::Approx(kNullColumn * kNullColumn));
    CHECK(column.squaredNorm() * kept.eigenvalues(0) == doctest::Approx(1));
    // D v − S v, or v − D^(−1/2) S D^(−1/2) v, summed edge by edge
    for (Node i = 0; i < 300; ++i) {
      const bool normalized = kind == kNormalized;
      double sum = (normalized ? 1 : g.degree(i)) * column(static_cast<Eigen::Index>(i));
      for (const Node j : g.neighbours(i))
        sum -= column(static_cast<Eigen::Index>(j)) /
               (normalized ? std::sqrt(g.degree(i) * g.degree(j)) : 1);
      CHECK(std::abs(sum) < 1e-9 * kNullColumn * 300);
    }
    for (Eigen::Index k = 1; k < 7; ++k)
      CHECK(std::abs(column.normalized().dot(kept.rows.col(k).normalized())) < 1e-6);
    Embedding ones = plain;
    add_null_vector(ones, g, kind, NullVector::kOne);
    CHECK(ones.rows.col(0) == Eigen::VectorXd::Ones(300));
    Embedding dropped = plain;
    add_null_vector(dropped, g, kind, NullVector::kDrop);
    CHECK(dropped.rows == plain.rows);
  }
  Embedding other = embed(path(30), {.dim = 4});
  CHECK_THROWS_AS(add_null_vector(other, g, kNormalized, NullVector::kOne), std::invalid_argument);
}

TEST_CASE("the embedding's bytes do not depend on the number of threads") {
  const Graph g = random_connected(9000, 20'000, 3);  // enough for more than one thread
  for (const EigenSolver solver : {EigenSolver::kShiftInvert, EigenSolver::kBlockLanczos}) {
    for (const double tolerance : {1e-9, 1e-5}) {
      const EmbeddingOptions options{.dim = 10, .solver = solver, .tolerance = tolerance};
      const Embedding one = embed(g, options);
      EmbeddingOptions more = options;
      more.threads = 3;
      const Embedding three = embed(g, more);
      CHECK(one.rows == three.rows);
      CHECK(one.eigenvalues == three.eigenvalues);
      CHECK(one.residuals == three.residuals);
    }
  }
  EmbeddingOptions options{.dim = 10, .laplacian = kCombinatorial};
  const Graph hubs = with_hubs(9000);
  const Embedding one = embed(hubs, options);
  options.threads = 3;
  CHECK(one.solver.find("heavy hubs") != std::string::npos);
  CHECK(one.rows == embed(hubs, options).rows);
}

TEST_CASE("the completed fraction of block Lanczos") {
  const auto after = [](spectral::WorkDone done, int ticks) {
    for (int k = 0; k < ticks; ++k) done.tick();
    return done.share();
  };
  for (const bool in_file : {false, true}) {
    spectral::WorkDone done;
    done.expect(100, 1, in_file);
    CHECK(after(done, 50) == doctest::Approx(in_file ? 0.9 * (0.5 + 0.25) / 2 : 0.9 / 2));
    CHECK(after(done, 100) == doctest::Approx(0.9));
    CHECK(after(done, 167) == doctest::Approx(0.99));
    CHECK(after(done, 1000) == doctest::Approx(0.99));  // no message claims that it ends now
    for (const int found : {40, 100, 167}) {  // early, as expected and late: ten ticks remain
      spectral::WorkDone looking = done;
      for (int k = 0; k < found; ++k) looking.tick();
      const double then = std::max(0.9, looking.share());
      looking.found(10);
      CHECK(looking.share() == then);
      CHECK(after(looking, 5) == doctest::Approx((then + 0.99) / 2));
      CHECK(after(looking, 30) == doctest::Approx(0.99));
    }
    double before = 0;
    for (int k = 0; k < 400; ++k) {  // a second filter begins where the first one stopped
      if (k == 60 || k == 150) done.expect(100, 1, in_file);
      done.tick();
      CHECK(done.share() >= before);
      before = done.share();
    }
  }
}

TEST_CASE(
    "progress is right within a third, also for a graph that needs three times the usual vectors") {
  // Eigenvalues of a random graph lie at the edge of a bulk, those of its blocks far below.
  for (const bool blocks : {false, true}) {
    constexpr Node n = 24000;
    std::mt19937_64 rng(8);
    Edges edges;
    while (edges.size() < 5 * std::size_t{n}) {
      const auto i = static_cast<Node>(rng() % n);
      const auto j =
          static_cast<Node>(blocks && rng() % 10 < 9 ? i / 400 * 400 + rng() % 400 : rng() % n);
      if (i != j) edges.emplace_back(i, j);
    }
    std::vector<double> shares;
    static_cast<void>(
        embed(make_graph(n, edges),
              {.dim = 30, .solver = EigenSolver::kBlockLanczos, .progress = [&](double share) {
                 shares.push_back(share);
                 return true;
               }}));
    const auto all = static_cast<double>(shares.size());
    for (const double when : {0.25, 0.5, 0.75}) {
      const double done = shares[static_cast<std::size_t>(when * all)];
      CAPTURE(blocks);
      CAPTURE(done);
      CHECK(std::abs(when / done - 1) <= 1.0 / 3);
    }
  }
}

TEST_CASE("progress rises, and a false answer ends the work with Cancelled") {
  const Graph g = random_connected(3000, 9000, 3);
  for (const EigenSolver solver : {EigenSolver::kShiftInvert, EigenSolver::kBlockLanczos}) {
    double last = 0;
    int calls = 0;
    static_cast<void>(embed(g, {.dim = 10, .solver = solver, .progress = [&](double share) {
                                  CHECK(share >= last);
                                  CHECK(share <= 1);
                                  last = share;
                                  ++calls;
                                  return true;
                                }}));
    CHECK(last == 1);
    CHECK(calls > 10);
    const EmbeddingOptions cancelled{
        .dim = 10, .solver = solver, .progress = [](double share) { return share < 0.5; }};
    CHECK_THROWS_AS(embed(g, cancelled), Cancelled);
  }
}

TEST_CASE("impossible options are refused by name") {
  const Graph g = path(5);
  CHECK_THROWS_WITH_AS(embed(g, {.dim = 0}), "embed: dim must be at least 1",
                       std::invalid_argument);
  CHECK_THROWS_AS(embed(g, {.tolerance = 0}), std::invalid_argument);
  CHECK_THROWS_AS(embed(g, {.threads = 0}), std::invalid_argument);
}

namespace {

/// The `d` smallest of `values` except one zero are found within 1 % each, λ_1 too, at the default
/// tolerance.
void check_long(const Graph& g, LaplacianKind kind, Values values, int d) {
  std::sort(values.begin(), values.end());
  const Embedding e = embed(g, {.dim = d, .laplacian = kind});
  CHECK(e.solver.find("shift-invert") != std::string::npos);
  for (int k = 0; k < d; ++k) {
    CAPTURE(k);
    CHECK(std::abs(e.eigenvalues(k) / values[static_cast<std::size_t>(k) + 1] - 1) <= 0.01);
  }
}

}  // namespace

TEST_CASE(
    "long and thin: path, ring and grid have every eigenvalue within 1 % at the default tolerance "
    "(S6)") {
  check_long(path(20'000), kCombinatorial, each(20'000, path_value, 20'000), 10);
  check_long(path(20'000), kNormalized,
             each(
                 20'000, [](double k, double n) { return 1 - std::cos(pi * k / (n - 1)); }, 20'000),
             10);
  check_long(cycle(20'000), kCombinatorial, each(20'000, cycle_value, 20'000), 12);
  Values sums;
  for (int i = 0; i < 130; ++i) {
    for (int j = 0; j < 130; ++j) sums.push_back(path_value(i, 130) + path_value(j, 130));
  }
  check_long(grid(130, 130), kCombinatorial, sums, 10);
}
