// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <tuple>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>

using namespace querent;

namespace {

GraphData read(std::string_view edges, std::string_view labels = "",
               const ReadOptions& options = {}) {
  Input edge_input = Input::from_memory(edges, "edges");
  Input label_input = Input::from_memory(labels, "labels");
  return read_graph(edge_input, labels.empty() ? nullptr : &label_input, nullptr, options);
}

}  // namespace

TEST_CASE("an edge list gives the same graph with blanks, tabs or commas and any line end") {
  const GraphData expected = read("1 2\n2 3\n");
  CHECK(expected.graph == Graph({0, 1, 3, 4}, {1, 0, 2, 1}));
  for (const char* text : {"1\t2\n2\t3\n", "1,2\n2,3\n", "1 2\r\n2 3\r\n", "1 2\r2 3\r", "1 2\n2 3",
                           "\xEF\xBB\xBF"
                           "1 2\n\n  2   3  \n",
                           "# Undirected graph: x\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n",
                           "% sym unweighted\n1 2\n2 3\n", "source,target\n1,2\n2,3\n",
                           "\"1\",\"2\"\n\"2\",\"3\"\n"}) {
    CAPTURE(text);
    const GraphData data = read(text);
    CHECK(data.graph == expected.graph);
    CHECK(data.names == expected.names);
  }
}

TEST_CASE("the user chooses the column separator of edges and labels") {
  const GraphData data = read("a b|c;d|2\nc;d|e|1\n", "a b|x,y\n", {.delimiter = '|'});
  REQUIRE(data.names.size() == 3);
  CHECK(data.names[0] == "a b");
  CHECK(data.names[1] == "c;d");
  CHECK(data.graph.weights(0)[0] == 2);
  CHECK(data.classes == std::vector<std::string>{"x,y"});
  CHECK(read("1:2\n2:3\n", "", {.delimiter = ':'}).graph == read("1 2\n2 3\n").graph);
  CHECK_THROWS_WITH_AS(read("a\n", "", {.delimiter = '|'}),
                       doctest::Contains("expected two node ids separated by '|', found 'a'"),
                       DataError);
}

TEST_CASE("an id is its text: 7 and 007 are two nodes, and any text is an id") {
  const GraphData data = read("7 007\n7 18446744073709551615\n7 Zoë\n7 9223372036854775808\n");
  REQUIRE(data.names.size() == 5);
  CHECK(data.names[1] == "007");
  CHECK(data.names[2] == "18446744073709551615");
  CHECK(data.names[3] == "Zoë");
}

TEST_CASE("a separator in quotes separates nothing") {
  CHECK(read("\"a\tb\",\"c\"\n\"c\",\"d\"\n").names[0] == "a\tb");
  CHECK(read("\"a;b\" c\nc d\n", "\"a;b\" x\nc y\n").classes[0] == "x");
  CHECK(read("5\",6\n6,7\n").names[0] == "5\"");  // a quote that begins no column
}

TEST_CASE("a column of ids is no weight") {
  CHECK_THROWS_WITH(read("1 2\n", "", {.weight_column = "1"}), doctest::Contains("named twice"));
}

TEST_CASE("the only other column of numbers is the weight, whatever its name") {
  const GraphData data = read("from,to,papers\na,b,3\nb,c,1\n");
  CHECK(data.graph.weights(0)[0] == 3);
  CHECK(data.report.notes.front() ==
        "line 1 is a header: 'from' and 'to' are the ids, 'papers' is the weight, as the only "
        "other column of numbers (weight_column=none: no weight)");
  CHECK(read("source;kind;target;shared\na;x;b;2.5\n").graph.weights(0)[0] == 2.5);
  // The user's choice takes precedence.
  CHECK(read("from,to,papers\na,b,3\n", "", {.weight_column = "none"}).graph.weights(0).empty());
  CHECK(
      read("from,to,papers,years\na,b,3,7\n", "", {.weight_column = "years"}).graph.weights(0)[0] ==
      7);
}

TEST_CASE("columns of numbers that are not weights are named in the note and left out") {
  const auto note = [](std::string_view text) {
    const GraphData data = read(text);
    CHECK(data.graph.weights(0).empty());
    return data.report.notes.front();
  };
  CHECK(note("from,to,papers,grants\na,b,3,4\n") ==
        "line 1 is a header: 'from' and 'to' are the ids, without a weight; weight_column=NAME "
        "takes one of 'papers', 'grants'");
  CHECK(note("from,to,first year\na,b,2001\n").ends_with("takes one of 'first year'"));
  CHECK(note("source,target,edge_id\na,b,17\n").ends_with("takes one of 'edge_id'"));
  CHECK(note("from,to,balance\na,b,3\nb,c,-1\n").ends_with("without a weight"));
  CHECK(note("from,to,kind\na,b,x\n").ends_with("without a weight"));
}

TEST_CASE("a tab separates ids with blanks, also if a number ends each line") {
  for (const auto& [text, nodes, weighted] :
       {std::tuple{"P1\tCluster 3\nP2\tCluster 3\nP3\tCluster 4\n", 5U, false},
        {"P1\tCluster 3", 2U, false},
        {"Ann Lee\t42\nBob\t43\n", 4U, false},
        {"1 2\t0.5\n2 3\t1\n", 3U, true},
        {"1\t2 5\n2\t3 1\n", 3U, true},
        {"a b\t0.5\nb c\t0.25\n", 3U, true}}) {
    const std::string shown = text;  // clang cannot capture structured bindings
    CAPTURE(shown);
    const GraphData data = read(text, "", {.component = Component::kAll});
    CHECK(data.graph.num_nodes() == nodes);
    CHECK(data.graph.weighted() == weighted);
  }
}

TEST_CASE("comments that may be edges are counted") {
  const GraphData data = read("# x\n#covid\tmask\nmask\tvirus\n#a\tb\nvirus\t\"#covid\"\n");
  CHECK(data.graph.num_edges() == 2);
  REQUIRE(data.report.notes.size() == 1);
  CHECK(data.report.notes[0].find("are comments: 2 (line 2)") != std::string::npos);
  CHECK(read("# x\n#\n## y\n% z\n1 2\n").report.notes.empty());
}

TEST_CASE("labels without ids need ids if the first may be of the node 0 or of the node 1") {
  const std::string edges = "1 2\n2 3\n3 4\n4 1\n";
  CHECK_THROWS_WITH_AS(read(edges, "a\na\nb\nb\nc\n"), doctest::Contains("of the node 0 or of"),
                       DataError);
  CHECK(read(edges, "a\na\nb\nb\n").labels == std::vector<int>{0, 0, 1, 1});
}

TEST_CASE("a partition of Pajek labels the vertices in their order") {
  const std::string net = "*Vertices 3\n1 \"x y\"\n2 b\n3 c\n*Arcs\n*Edges\n1 2\n2 3\n";
  const GraphData data = read(net, "*Vertices 3\r\n 1\r\n 1\r\n 2\r\n");
  CHECK(data.classes == std::vector<std::string>{"1", "2"});
  CHECK(data.labels == std::vector<int>{0, 0, 1});
  CHECK_THROWS_WITH_AS(read(net, net), doctest::Contains("looks like Pajek"), DataError);
}
