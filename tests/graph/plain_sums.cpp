// SPDX-License-Identifier: Apache-2.0
// The sums of a build without GraphBLAS give the bits of GraphBLAS.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/assemble.hpp>
#include <querent/graph/bibliography/pair_product.hpp>
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

TEST_CASE("the product of members and groups has the same bits without GraphBLAS") {
  std::mt19937_64 rng(12);
  for (int round = 0; round < 20; ++round) {
    Incidence incidence;
    incidence.num_members = 50;
    std::vector<double> weight;
    for (int g = 0; g < 40; ++g) {
      std::vector<Node> group;
      const std::size_t size = 2 + rng() % 9;
      while (group.size() < size) {
        const auto member = static_cast<Node>(rng() % 50);
        if (std::find(group.begin(), group.end(), member) == group.end()) group.push_back(member);
      }
      std::sort(group.begin(), group.end());
      incidence.members.insert(incidence.members.end(), group.begin(), group.end());
      incidence.offsets.push_back(incidence.members.size());
      weight.push_back(1 / (static_cast<double>(size) - 1));
    }
    PairReport report;
    const Graph graph = pair_graph(incidence, {.weight = PairWeight::kNewman}, report);
    const Incidence members = transposed(incidence);
    PlainPairProduct product(incidence, weight);
    for (std::uint64_t first = 0; first < 50; first += 7) {
      const std::uint64_t last = std::min<std::uint64_t>(first + 7, 50);
      const PairRowSums rows = product(members, first, last);
      for (std::uint64_t i = first; i < last; ++i) {
        std::vector<Node> column;
        std::vector<double> value;
        for (std::uint64_t k = rows.offsets[i - first]; k < rows.offsets[i - first + 1]; ++k) {
          if (rows.column[k] == i) continue;
          column.push_back(static_cast<Node>(rows.column[k]));
          value.push_back(rows.value[k]);
        }
        const auto node = static_cast<Node>(i);
        CHECK(std::ranges::equal(column, graph.neighbours(node)));
        CHECK(std::ranges::equal(value, graph.weights(node)));
      }
    }
  }
}
