// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <doctest/doctest.h>
#include <Eigen/Dense>

#include <querent/datasets/error.hpp>
#include <querent/spectral/propagation/propagated_features.hpp>
#include <querent/spectral/solvers/randomized_svd.hpp>

using namespace querent;

namespace {

double pseudo(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(state >> 11) * 0x1.0p-53;
}

// A path with some chords and a node without an edge at the end.
Graph path_and_one(Node n) {
  std::vector<std::vector<Node>> rows(n);
  const auto join = [&](Node u, Node v) {
    rows[u].push_back(v);
    rows[v].push_back(u);
  };
  for (Node i = 0; i + 2 < n; ++i) join(i, i + 1);
  for (Node i = 0; i + 7 < n; i += 5) join(i, i + 6);
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> to;
  for (auto& row : rows) {
    std::sort(row.begin(), row.end());
    to.insert(to.end(), row.begin(), row.end());
    offsets.push_back(to.size());
  }
  return Graph(offsets, to);
}

CsrMatrix some_words(Node n, std::uint32_t words) {
  CsrMatrix X{.dim = words};
  std::uint64_t state = 5;
  for (Node i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; i + 1 < n && j < words; ++j) {
      if (pseudo(state) > 0.2) continue;
      X.index.push_back(j);
      X.value.push_back(1 + std::floor(3 * pseudo(state)));
    }
    X.offsets.push_back(X.index.size());
  }
  return X;
}

}  // namespace

TEST_CASE("the randomised SVD agrees with the dense one where the spectrum decays") {
  std::uint64_t state = 17;
  const auto orthonormal = [&](Eigen::Index rows) -> Eigen::MatrixXd {
    Eigen::MatrixXd random(rows, 80);
    for (Eigen::Index k = 0; k < random.size(); ++k) random.data()[k] = pseudo(state) - 0.5;
    return Eigen::HouseholderQR<Eigen::MatrixXd>(random).householderQ() *
           Eigen::MatrixXd::Identity(rows, 80);
  };
  const Eigen::MatrixXd U = orthonormal(120), V = orthonormal(80);
  Eigen::VectorXd values(80);
  for (Eigen::Index k = 0; k < 80; ++k) values[k] = std::pow(0.7, static_cast<double>(k));
  const Eigen::MatrixXd A = U * values.asDiagonal() * V.transpose();
  const LeftSingular found = randomized_svd(
      {.rows = 120,
       .cols = 80,
       .multiply = [&](const Eigen::MatrixXd& Z) -> Eigen::MatrixXd { return A * Z; },
       .multiply_transposed = [&](const Eigen::MatrixXd& Y) -> Eigen::MatrixXd {
         return A.transpose() * Y;
       }},
      {.rank = 10});
  REQUIRE(found.values.size() == 10);
  for (Eigen::Index k = 0; k < 10; ++k) {
    CHECK(found.values[k] == doctest::Approx(values[k]).epsilon(1e-9));
    CHECK(std::abs(found.vectors.col(k).dot(U.col(k))) > 1 - 1e-9);
  }
}

TEST_CASE("a matrix of rank 3 gives three singular values, an empty matrix gives none") {
  const Eigen::MatrixXd B = Eigen::MatrixXd::Random(30, 3);
  const auto products = [&](const Eigen::MatrixXd& A) {
    return MatrixProducts{
        .rows = A.rows(),
        .cols = A.cols(),
        .multiply = [A](const Eigen::MatrixXd& Z) -> Eigen::MatrixXd { return A * Z; },
        .multiply_transposed = [A](const Eigen::MatrixXd& Y) -> Eigen::MatrixXd {
          return A.transpose() * Y;
        }};
  };
  CHECK(randomized_svd(products(B * B.transpose()), {.rank = 10}).values.size() == 3);
  CHECK(randomized_svd(products(Eigen::MatrixXd(30, 0)), {.rank = 10}).values.size() == 0);
}

TEST_CASE(
    "inner products of the rows are the cosines of Â² X, and an isolated node without words is 0") {
  constexpr Node n = 60;
  const Graph graph = path_and_one(n);
  const CsrMatrix words = some_words(n, 25);
  // the slow witness: dense TF-IDF, dense Â
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(n, 25), A = Eigen::MatrixXd::Identity(n, n);
  for (Node i = 0; i < n; ++i) {
    for (std::uint64_t k = words.offsets[i]; k < words.offsets[i + 1]; ++k)
      X(i, words.index[k]) = words.value[k];
    for (const Node j : graph.neighbours(i)) A(i, j) = 1;
  }
  for (Eigen::Index j = 0; j < 25; ++j) {
    const auto df = static_cast<double>((X.col(j).array() > 0).count());
    X.col(j) *= 1 + std::log((1.0 + n) / (1 + df));
  }
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    if (X.row(i).norm() > 0) X.row(i).normalize();
  }
  const Eigen::VectorXd root = A.rowwise().sum().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd spread = root.asDiagonal() * A * root.asDiagonal();
  const Eigen::MatrixXd S = spread * spread * X;
  const Embedding::Rows rows = propagate_features(graph, words, {.dim = 25});
  const Eigen::MatrixXd cosines = rows * rows.transpose();
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    for (Eigen::Index j = 0; j + 1 < n; ++j) {
      const double expected = S.row(i).dot(S.row(j)) / (S.row(i).norm() * S.row(j).norm());
      REQUIRE(cosines(i, j) == doctest::Approx(expected).epsilon(1e-6));
    }
  }
  CHECK(rows.row(n - 1).norm() == 0);
  CHECK(propagate_features(graph, words, {.dim = 25, .threads = 2}) == rows);
}

TEST_CASE("propagating features calls go_on between products") {
  const Graph graph = path_and_one(10);
  CHECK_THROWS_AS(propagate_features(graph, some_words(10, 5), {.go_on = [] { return false; }}),
                  Cancelled);
}

TEST_CASE("features without one row per node, and impossible options, are rejected") {
  const Graph graph = path_and_one(10);
  CHECK_THROWS_AS(propagate_features(graph, some_words(9, 5)), std::invalid_argument);
  for (const PropagatedFeaturesOptions& impossible :
       {PropagatedFeaturesOptions{.dim = 0}, {.steps = -1}, {.threads = 0}}) {
    CHECK_THROWS_AS(propagate_features(graph, some_words(10, 5), impossible),
                    std::invalid_argument);
  }
  const MatrixProducts none{};
  for (const RandomizedSvdOptions& impossible :
       {RandomizedSvdOptions{.rank = 0}, {.oversampling = -1}, {.iterations = -1}}) {
    CHECK_THROWS_AS(randomized_svd(none, impossible), std::invalid_argument);
  }
}
