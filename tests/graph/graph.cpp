// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/graph.hpp>

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
