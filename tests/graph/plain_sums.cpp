// SPDX-License-Identifier: Apache-2.0
// The sums over edges and groups have the bits of one order of addition, with and without GraphBLAS.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/assemble.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/matrices/symmetrize.hpp>
#include <querent/graph/matrices/symmetrize_plainly.hpp>

using namespace querent;

TEST_CASE("a directed graph becomes the same undirected one without GraphBLAS") {
  std::mt19937_64 rng(11);
  for (const std::uint64_t n : {1U, 2U, 9U, 60U}) {
    for (const bool weighted : {false, true}) {
      Entries entries;
      for (Node i = 0; i < n; ++i) {
        for (Node j = 0; j < n; ++j) {
          if (i == j || rng() % 3 != 0) continue;
          entries.add(i, j);
          if (weighted) entries.weight.push_back(static_cast<double>(1 + rng() % 1000) / 7);
        }
      }
      const SparseRows s = sorted_rows(n, entries, {});
      for (const Symmetrize rule : {Symmetrize::kOr, Symmetrize::kAnd, Symmetrize::kSum})
        CHECK(symmetrized_plainly(s, rule) == symmetrized(s, rule));
    }
  }
}

TEST_CASE("a pair's weight is the sum over its common groups in their order, to the last bit") {
  std::mt19937_64 rng(12);
  for (const Node n : {50U, 50U, 400U, 1000U}) {  // rows with many and with few columns
    Incidence incidence;
    incidence.num_members = n;
    std::vector<std::vector<double>> sum(n, std::vector<double>(n, 0.0));
    for (int g = 0; g < 60; ++g) {
      std::vector<Node> group;
      const std::size_t size = 2 + rng() % 9;
      while (group.size() < size) {
        const auto member = static_cast<Node>(rng() % n);
        if (std::find(group.begin(), group.end(), member) == group.end()) group.push_back(member);
      }
      incidence.members.insert(incidence.members.end(), group.begin(), group.end());
      incidence.offsets.push_back(incidence.members.size());
      for (const Node i : group)
        for (const Node j : group) sum[i][j] += 1 / (static_cast<double>(size) - 1);
    }
    PairReport report;
    std::uint64_t pairs = 0;
    double last = 0;
    const PairOptions options{.weight = PairWeight::kNewman, .progress = [&](double share) {
                                CHECK(share > last);
                                last = share;
                                return true;
                              }};
    const Graph graph = pair_graph(incidence, options, report);
    CHECK(last == 1);
    for (Node i = 0; i < n; ++i) {
      for (Node j = 0; j < n; ++j) pairs += i != j && sum[i][j] != 0;
      for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k)
        CHECK(graph.weights(i)[k] == sum[i][graph.neighbours(i)[k]]);
    }
    CHECK(2 * graph.num_edges() == pairs);
  }
}
