// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/graph.hpp>

#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace querent;

TEST_CASE("a graph is a symmetric matrix with an empty diagonal") {
  const Graph path({0, 1, 3, 4}, {1, 0, 2, 1});
  CHECK(path.num_nodes() == 3);
  CHECK(path.num_edges() == 2);
  CHECK(path.degree(1) == 2);
  CHECK_THROWS_AS(Graph({0, 1, 1}, {1}), std::invalid_argument);                 // 0 → 1 only
  CHECK_THROWS_AS(Graph({0, 1}, {0}), std::invalid_argument);                    // self-loop
  CHECK_THROWS_AS(Graph({0, 1, 2}, {1, 0}, {2.0, 3.0}), std::invalid_argument);  // S ≠ Sᵀ
  CHECK_THROWS_AS(Graph({0, 2, 3, 4}, {2, 1, 0, 0}), std::invalid_argument);     // descending
}

TEST_CASE("a matrix that is no graph is rejected with the place and the value") {
  CHECK_THROWS_WITH(Graph({0, 1, 1}, {1}),
                    "Graph: the matrix must be symmetric, the edge of 1 and 0 has one direction");
  CHECK_THROWS_WITH(Graph({0, 0, 1, 2}, {2, 0}),
                    "Graph: the matrix must be symmetric, the edge of 2 and 0 has one direction");
  CHECK_THROWS_WITH(Graph({0, 1}, {0}),
                    "Graph: node 0 has the neighbour 0, which is not another of the 1 nodes");
  CHECK_THROWS_WITH(Graph({0, 0, 1}, {7}),
                    "Graph: node 1 has the neighbour 7, which is not another of the 2 nodes");
  CHECK_THROWS_WITH(Graph({0, 1, 2}, {1, 0}, {2.0, 3.0}),
                    "Graph: the edge of 0 and 1 has two weights, 2 and 3");
  CHECK_THROWS_WITH(Graph({0, 1, 2}, {1, 0}, {-2.0, 3.0}),
                    "Graph: weights must be positive and finite, that of 0 and 1 is -2");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(Graph({0, 1, 2}, {1, 0}, {infinity, infinity}),
                    "Graph: weights must be positive and finite, that of 0 and 1 is inf");
  CHECK_THROWS_WITH(Graph({0, 2, 3, 4}, {2, 1, 0, 0}),
                    "Graph: neighbours must ascend, those of 0 do not");
  CHECK_THROWS_WITH(Graph({0, 2, 1, 2}, {1, 0}), "Graph: offset 2 is smaller than the one before");
}
