// SPDX-License-Identifier: Apache-2.0
// Compares the sparse factorisation by fronts with dense matrices.
#include <querent/spectral/solvers/multifrontal.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include <doctest/doctest.h>
#include <Eigen/Eigenvalues>

#include <querent/graph/subgraph.hpp>
#include <querent/spectral/solvers/random_block.hpp>

#include "graphs.hpp"

namespace {

using namespace querent;
using namespace querent::testing;

/// Cliques of 4 to 90 nodes in a row: fronts of all sizes, the largest of which are eliminated by
/// blocks.
Graph cliques_in_a_row() {
  Edges e;
  Node first = 0;
  for (const Node size : {4u, 90u, 7u, 60u, 30u}) {
    for (Node i = 0; i < size; ++i) {
      for (Node j = 0; j < i; ++j) e.emplace_back(first + i, first + j);
    }
    first += size - 1;  // one node in common
  }
  return make_graph(first + 1, e);
}

Graph weighted(const Graph& g) {
  std::vector<double> weights;
  for (Node i = 0; i < g.num_nodes(); ++i) {
    for (const Node j : g.neighbours(i))
      weights.push_back(0.5 + std::pow(std::sin(i * 1.0) * std::sin(j * 1.0), 2));
  }
  return {{g.offsets().begin(), g.offsets().end()},
          {g.all_neighbours().begin(), g.all_neighbours().end()},
          weights};
}

struct Factorised {
  spectral::Elimination plan;
  std::vector<Node> position;
  Graph ordered;
  Laplacian L;
  std::function<void()> tick = [] {};
  spectral::Multifrontal factors;

  Factorised(const Graph& g, LaplacianKind kind)
      : plan(*spectral::elimination(g, 1e9, 1e12)),
        position(g.num_nodes()),
        ordered(subgraph(g, plan.order, position)),
        L(ordered, kind),
        factors(L, plan, tick) {}

  Eigen::MatrixXd dense() const {
    const auto n = static_cast<Eigen::Index>(L.size());
    Eigen::MatrixXd A = Eigen::Map<const Eigen::VectorXd>(L.diagonal().data(), n).asDiagonal();
    L.for_each_entry([&](std::uint64_t i, std::uint64_t j, double w) {
      A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = -w;
    });
    return A;
  }
};

const Graph kGraphs[] = {path(2),
                         path(500),
                         cycle(77),
                         complete(120),
                         complete_bipartite(1, 200),
                         grid(23, 31),
                         cliques_in_a_row(),
                         weighted(random_connected(300, 500, 4)),
                         weighted(cliques_in_a_row())};

}  // namespace

TEST_CASE("fronts: the solution of (L + sigma I) x = y, on graphs with fronts of every size") {
  for (const Graph& g : kGraphs) {
    for (const LaplacianKind kind : {LaplacianKind::kNormalized, LaplacianKind::kCombinatorial}) {
      Factorised f(g, kind);
      const auto n = static_cast<Eigen::Index>(g.num_nodes());
      for (const double sigma : {0.1, 3.0}) {  // the factors of the second replace the first
        REQUIRE(f.factors.factorise(sigma));
        CHECK(f.factors.negative_pivots() == 0);
        DenseBlock<double> x(g.num_nodes(), kBlockColumns), y(g.num_nodes(), kBlockColumns);
        spectral::fill_random(x, 3, 1, 0);
        copy(x, y, 1);
        f.factors.solve(y, 2.5);
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, 8, Eigen::RowMajor>;
        const Eigen::Map<const Rows> X(x.data(), n, 8), Y(y.data(), n, 8);
        const Eigen::MatrixXd A = f.dense() + sigma * Eigen::MatrixXd::Identity(n, n);
        CHECK((A * Y - 2.5 * X).norm() < 1e-12 * Y.norm() * A.norm());
      }
    }
  }
}

TEST_CASE("fronts: the negative pivots of L - mu I are the eigenvalues below mu") {
  for (const Graph& g : kGraphs) {
    Factorised f(g, LaplacianKind::kCombinatorial);
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(f.dense(), Eigen::EigenvaluesOnly)
            .eigenvalues();
    for (const double share : {0.01, 0.2, 0.5, 0.9}) {
      const auto k = static_cast<Eigen::Index>(share * static_cast<double>(values.size() - 1));
      const double mu = (values(k) + values(k + 1)) / 2;
      if (values(k + 1) - values(k) < 1e-9) continue;
      REQUIRE(f.factors.factorise(-mu));
      CHECK(f.factors.negative_pivots() == k + 1);
    }
  }
}

TEST_CASE("fronts: a pivot of 0 gives no factorisation") {
  Factorised f(path(2), LaplacianKind::kCombinatorial);
  CHECK_FALSE(f.factors.factorise(-1));
  CHECK(f.factors.factorise(-1.5));
  CHECK(f.factors.negative_pivots() == 1);
}

TEST_CASE("an elimination is a postorder: parents after their children, a subtree together") {
  for (const Graph& g : kGraphs) {
    const auto plan = spectral::elimination(g, 1e9, 1e12);
    std::vector<Node> size(g.num_nodes(), 1), least(g.num_nodes());
    for (Node k = 0; k < g.num_nodes(); ++k) least[k] = k;
    for (Node k = 0; k < g.num_nodes(); ++k) {
      CHECK(least[k] + size[k] == k + 1);
      const Node parent = plan->parent[k];
      if (parent == ~Node{0}) continue;
      REQUIRE(parent > k);
      size[parent] += size[k];
      least[parent] = std::min(least[parent], least[k]);
    }
  }
}
