// SPDX-License-Identifier: Apache-2.0
// The input policy, one test case per rule: merged, dropped, rejected and counted records.
#include <algorithm>
#include <map>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include <querent/graph/matrices/symmetrize.hpp>
#include <querent/graph/read.hpp>

using namespace querent;

namespace {

GraphData read(std::string_view edges, std::string_view labels = "",
               const ReadOptions& options = {}) {
  Input edge_input = Input::from_memory(edges, "edges");
  Input label_input = Input::from_memory(labels, "labels");
  return read_graph(edge_input, labels.empty() ? nullptr : &label_input, nullptr, options);
}

double only_weight(std::string_view edges, const ReadOptions& options) {
  const GraphData data = read(edges, "", options);
  REQUIRE(data.graph.num_edges() == 1);
  return data.graph.degree(0);
}

}  // namespace

TEST_CASE("a repeated or reciprocal edge of equal weight is merged and counted") {
  const GraphData data = read("1 2 3\n2 1 3\n1 2 3\n2 3 1\n");
  CHECK(data.graph.num_edges() == 2);
  CHECK(data.report.duplicate_edges == 2);
  CHECK(data.report.lines == 4);
}

TEST_CASE("a repeated edge with another weight is rejected, or resolved by --duplicates") {
  constexpr std::string_view kTwice = "1 2 3\n\n2 1 5\n";
  CHECK_THROWS_WITH(read(kTwice), doctest::Contains("edges:3:1: "));
  CHECK_THROWS_WITH(read(kTwice), doctest::Contains("on line 1 — duplicates=sum|max|first"));
  CHECK(only_weight(kTwice, {.duplicates = Duplicates::kSum}) == 8);
  CHECK(only_weight(kTwice, {.duplicates = Duplicates::kMax}) == 5);
  CHECK(only_weight(kTwice, {.duplicates = Duplicates::kFirst}) == 3);
  CHECK(only_weight("1 2\n2 1\n1 2\n", {.duplicates = Duplicates::kSum}) == 3);
  CHECK_THROWS_WITH(read("1 2\n1 2\n", "", {.duplicates = Duplicates::kError}),
                    doctest::Contains("edges:2:1: "));
}

TEST_CASE("a self-loop adds its node but no edge and is counted, or is rejected") {
  const GraphData data = read("1 1\n2 3\n", "", {.component = Component::kAll});
  CHECK(data.graph == Graph({0, 0, 1, 2}, {2, 1}));
  CHECK(data.report.self_loops == 1);
  CHECK(data.report.isolated_nodes == 1);
  CHECK_THROWS_WITH(read("2 3\n1 1\n", "", {.self_loops = SelfLoops::kError}),
                    doctest::Contains("edges:2:1: "));
}

TEST_CASE("a weight of 0 gives no edge and is counted, also if it underflows") {
  const GraphData data = read("1 2 0\n1 3 1e-400\n2 3 0.25\n", "", {.component = Component::kAll});
  CHECK(data.graph.num_edges() == 1);
  CHECK(data.report.zero_weights == 2);
  CHECK(data.graph.degree(1) == 0.25);
}

TEST_CASE("a directed source is rejected without --symmetrize") {
  for (const char* directed :
       {"# Directed graph (each unordered pair of nodes is saved once)\n1 2 2\n2 1 3\n1 3 7\n",
        "% asym posweighted\n1 2 2\n2 1 3\n1 3 7\n"}) {
    CHECK_THROWS_WITH(read(directed), doctest::Contains("edges:1:1: "));
    CHECK_THROWS_WITH(read(directed), doctest::Contains("symmetrize=or|and|sum"));
    const GraphData either = read(directed, "", {.symmetrize = Symmetrize::kOr});
    CHECK(either.graph == Graph({0, 2, 3, 4}, {1, 2, 0, 0}, {3, 7, 3, 7}));
    CHECK(either.report.duplicate_edges == 1);
    CHECK(read(directed, "", {.symmetrize = Symmetrize::kSum}).graph ==
          Graph({0, 2, 3, 4}, {1, 2, 0, 0}, {5, 7, 5, 7}));
    const GraphData both = read(directed, "", {.symmetrize = Symmetrize::kAnd});
    CHECK(both.graph == Graph({0, 1, 2}, {1, 0}, {2, 2}));
    CHECK(both.report.duplicate_edges == 1);
  }
}

TEST_CASE("a list is directed if symmetrize is given, or if its column Type says so") {
  const std::string both = "a b\nb c\nc b\nc d\n";
  CHECK(read(both, "", {.symmetrize = Symmetrize::kAnd}).graph.num_edges() == 1);
  CHECK(read(both, "", {.symmetrize = Symmetrize::kOr}).graph == read(both).graph);
  CHECK(read("a b 2\nb a 3\n", "", {.symmetrize = Symmetrize::kSum}).graph.weights(0)[0] == 5);
  CHECK(read("% sym\na b\n", "", {.symmetrize = Symmetrize::kAnd}).graph.num_edges() == 1);
  const std::string gephi = "Source,Target,Type\na,b,Directed\n";
  CHECK_THROWS_WITH(read(gephi), doctest::Contains("edges:2:1: "));
  CHECK(read(gephi, "", {.symmetrize = Symmetrize::kOr}).graph.num_edges() == 1);
  CHECK_THROWS_WITH(read(gephi + "b,c,Undirected\n"), doctest::Contains("edges:3:5: "));
}

TEST_CASE(
    "max(S, S^T), min(S, S^T) and S + S^T agree with their definition on dense random matrices") {
  std::mt19937_64 rng(7);
  for (const std::uint64_t n : {1U, 2U, 9U, 40U}) {
    std::vector<double> dense(n * n);
    Entries entries;
    for (std::uint64_t i = 0; i < n; ++i) {
      for (std::uint64_t j = 0; j < n; ++j) {
        if (i == j || rng() % 3 != 0) continue;
        dense[i * n + j] = static_cast<double>(1 + rng() % 5);
        entries.add(static_cast<Node>(i), static_cast<Node>(j));
        entries.weight.push_back(dense[i * n + j]);
      }
    }
    const SparseRows s = sorted_rows(n, entries, {});
    for (const Symmetrize rule : {Symmetrize::kOr, Symmetrize::kAnd, Symmetrize::kSum}) {
      const Graph graph = symmetrized(s, rule);
      std::vector<double> found(n * n);
      for (Node i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k) {
          found[i * n + graph.neighbours(i)[k]] = graph.weighted() ? graph.weights(i)[k] : 1;
        }
      }
      for (std::uint64_t i = 0; i < n; ++i) {
        for (std::uint64_t j = 0; j < n; ++j) {
          const double a = dense[i * n + j], b = dense[j * n + i];
          const double expected = rule == Symmetrize::kOr    ? std::max(a, b)
                                  : rule == Symmetrize::kAnd ? std::min(a, b)
                                                             : a + b;
          CHECK(found[i * n + j] == expected);
        }
      }
    }
  }
}

TEST_CASE(
    "the largest component is kept, of equal ones that of the first node, ids stay with their "
    "nodes") {
  const GraphData data = read("a b\nc d\nd e\nf g\n g h\n", "h 1\nc 2\nd 10\na 3\n");
  CHECK(data.graph == Graph({0, 1, 3, 4}, {1, 0, 2, 1}));
  CHECK(data.names[0] == "c");
  CHECK(data.names[2] == "e");
  CHECK(data.report.components == 3);
  CHECK(data.report.nodes_outside_largest_component == 5);
  CHECK(data.classes == std::vector<std::string>{"2", "10"});  // by value
  CHECK(data.labels == std::vector<int>{0, 1, kUnlabelled});
  CHECK(data.report.unlabelled_nodes == 1);
  CHECK(read("a b\nc d\nd e\n", "", {.component = Component::kAll}).graph.num_nodes() == 5);
}

TEST_CASE(
    "? and empty labels mean unlabelled, equal labels agree, others are rejected with both lines") {
  const GraphData data =
      read("1 2\n2 3\n3 4\n", "node\tlabel\n1\tMr. Hi\n2\t?\n3\t\n1\tMr. Hi\n4\tJohn A\n");
  CHECK(data.classes == std::vector<std::string>{"John A", "Mr. Hi"});
  CHECK(data.labels == std::vector<int>{1, kUnlabelled, kUnlabelled, 0});
  CHECK(data.report.unlabelled_nodes == 2);
  CHECK_THROWS_WITH(read("1 2\n", "1 a\n2 a\n1 b\n"), doctest::Contains("labels:3:1: "));
  CHECK_THROWS_WITH(read("1 2\n", "1 a\n2 a\n1 b\n"), doctest::Contains("on line 1"));
}

TEST_CASE(
    "a label of an unknown node is rejected with its place, counted when lenient, or adds an "
    "isolated node") {
  CHECK_THROWS_WITH(read("1 2\n", "1,a\n9,a\n"),
                    doctest::Contains("labels:2:1: expected a node of the graph, found '9'"));
  CHECK(read("1 2\n", "1,a\n9,a\n", {.lenient = true}).report.labels_without_node == 1);
  const GraphData data =
      read("1 2\n", "1,a\n9,a\n", {.component = Component::kAll, .nodes_from_labels = true});
  CHECK(data.graph.num_nodes() == 3);
  CHECK(data.report.isolated_nodes == 1);
}

TEST_CASE("sets of labels are read on request") {
  const GraphData data = read("1 2\n2 3\n", "1\tDB,ML\n2\tML\n3\tIR,DB,IR\n", {.label_sets = true});
  CHECK(data.classes == std::vector<std::string>{"DB", "IR", "ML"});
  CHECK(data.label_sets == std::vector<std::vector<int>>{{0, 2}, {2}, {0, 1}});
  CHECK(data.labels == std::vector<int>{0, 2, 0});  // the first of each set
}

TEST_CASE(
    "feature rows follow the label file's lines, another number of rows is rejected with both "
    "numbers") {
  const auto with = [](std::string_view features) {
    Input edges = Input::from_memory("1 2\n2 3\n", "edges"),
          labels = Input::from_memory("3 a\n1 b\n2 a\n", "labels"),
          rows = Input::from_memory(features, "features");
    return read_graph(edges, &labels, &rows);
  };
  const GraphData data = with("0 1:5\n0 2:6\n0 3:7\n");
  CHECK(data.features.dim == 3);
  CHECK(data.features.index == std::vector<std::uint32_t>{1, 2, 0});
  CHECK(data.features.value == std::vector<double>{6, 7, 5});
  CHECK_THROWS_WITH(with("0 1:5\n0 2:6\n"),
                    doctest::Contains("3 lines of the label file, found 2"));
}

TEST_CASE("a file without edges is a graph without nodes") {
  const GraphData data = read("# nothing\n");
  CHECK(data.graph.num_nodes() == 0);
  CHECK(data.report.components == 0);
}

TEST_CASE("rows by radix sort equal those of an ordered map, with stable order") {
  std::mt19937_64 rng(3);
  for (const std::uint64_t n : {1U, 2U, 3U, 100U, 5000U}) {
    Entries entries;
    std::map<std::pair<Node, Node>, double> expected;
    for (int e = 0; e < 20000; ++e) {
      const auto u = static_cast<Node>(rng() % n), v = static_cast<Node>(rng() % n);
      const auto w = static_cast<double>(1 + rng() % 9);
      entries.add(u, v);
      entries.weight.push_back(w);
      expected.emplace(std::pair(u, v), w);
    }
    const SparseRows rows =
        sorted_rows(n, entries, [](Node, Node, double first, double) { return first; });
    REQUIRE(rows.column.size() == expected.size());
    auto it = expected.begin();
    bool equal = true;
    for (Node i = 0; i < n; ++i) {
      for (std::uint64_t k = rows.offsets[i]; k < rows.offsets[std::uint64_t{i} + 1]; ++k, ++it) {
        equal = equal && it->first == std::pair(i, rows.column[k]) && it->second == rows.weight[k];
      }
    }
    CHECK(equal);
  }
}
