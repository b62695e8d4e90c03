// SPDX-License-Identifier: Apache-2.0
// The embedding from B alone equals the embedding of the graph of B Bᵀ.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/spectral/incidence_embedding.hpp>

using namespace querent;

namespace {

Incidence random_incidence(Node members, unsigned seed) {
  std::mt19937 random(seed);
  Incidence incidence;
  incidence.num_members = members;
  for (int g = 0; g < 120; ++g) {
    std::vector<Node> group;
    for (unsigned k = 0; k < 2 + random() % 4; ++k)
      group.push_back(static_cast<Node>(random() % members));
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
    incidence.members.insert(incidence.members.end(), group.begin(), group.end());
    incidence.offsets.push_back(incidence.members.size());
  }
  return incidence;
}

}  // namespace

TEST_CASE("embedding an incidence gives the eigenpairs of its graph") {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Incidence all = random_incidence(80, seed);
    const Incidence incidence = induced(all, largest_component(all));
    PairReport report;
    const Graph graph = pair_graph(incidence, {}, report);
    const EmbeddingOptions options{.dim = 10, .solver = EigenSolver::kDense, .tolerance = 1e-10};
    const Embedding wanted = embed(graph, options);
    const Embedding found = embed_incidence(incidence, options);
    REQUIRE(found.rows.rows() == wanted.rows.rows());
    CHECK((found.eigenvalues - wanted.eigenvalues).cwiseAbs().maxCoeff() < 1e-9);
    for (Eigen::Index k = 0; k < 10; ++k) {  // the error depends on the eigenvalue's gap
      double gap = 1;
      for (Eigen::Index j = 0; j < 10; ++j)
        if (j != k) gap = std::min(gap, std::abs(wanted.eigenvalues(j) - wanted.eigenvalues(k)));
      if (k == 9 || gap < 1e-3) continue;
      CHECK((found.rows.col(k) - wanted.rows.col(k)).cwiseAbs().maxCoeff() < 1e-5);
    }
  }
}

TEST_CASE("a group of fifty million pairs is embedded through its members") {
  Incidence incidence;  // two groups of 10,000 that share a tenth
  incidence.num_members = 19000;
  for (Node i = 0; i < 10000; ++i) incidence.members.push_back(i);
  incidence.offsets.push_back(incidence.members.size());
  for (Node i = 9000; i < 19000; ++i) incidence.members.push_back(i);
  incidence.offsets.push_back(incidence.members.size());
  const Embedding found = embed_incidence(incidence, {.dim = 1, .tolerance = 1e-8});
  // by hand: members of one group are equal up to their own loop; v_1 is positive on one side,
  // negative on the other, 0 on members of both
  CHECK(found.rows(0, 0) * found.rows(18999, 0) < 0);
  CHECK(std::abs(found.rows(9500, 0)) < 1e-6 * std::abs(found.rows(0, 0)));
  CHECK(std::abs(found.rows(0, 0) + found.rows(18999, 0)) < 1e-6 * std::abs(found.rows(0, 0)));
}

TEST_CASE("the largest component of an incidence, and its remaining groups") {
  Incidence incidence;
  incidence.num_members = 7;
  incidence.members = {0, 1, 2, 3, 3, 4, 5, 6, 2};
  incidence.offsets = {0, 2, 4, 6, 7, 8, 9};
  CHECK(largest_component(incidence) == std::vector<Node>{2, 3, 4});
  const Incidence kept = induced(incidence, {2, 3, 4});
  CHECK(kept.offsets == std::vector<std::uint64_t>{0, 2, 4});
  CHECK(kept.members == std::vector<Node>{0, 1, 1, 2});
}
