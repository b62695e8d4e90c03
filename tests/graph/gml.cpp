// SPDX-License-Identifier: Apache-2.0
#include "graph/readers.hpp"

using namespace querent;
using namespace querent::test;

namespace {

const Reader read_gml = format_named("GML")->read;

/// `lines` begin on line 2.
std::string graph(const std::string& lines) {
  return "graph [\n" + lines + "\n]\n";
}

}  // namespace

TEST_CASE("GML: nodes, classes and weights, comments and unknown lists are skipped") {
  const GraphData data = load(
      read_gml,
      "Creator \"x\"\n# a comment\n" +
          graph("directed 0\nnode [ id 1 label \"one\" club \"Mr. &quot;Hi&quot;\" ]\n"
                "node [ id 2 club \"Zo&#235; &#x1F600; &no; &#xD800; &\" graphics [ x 1.0 ] ]\n"
                "node [ id 3 ] edge [ source 1 target 2 weight 0.5 ]\nedge [ source 3 target 1 ]"));
  CHECK(data.graph == Graph({0, 2, 3, 4}, {1, 2, 0, 0}, {0.5, 1, 0.5, 1}));
  CHECK(data.classes ==
        std::vector<std::string>{"Mr. \"Hi\"", "Zo\u00eb \U0001F600 &no; &#xD800; &"});
  CHECK(data.labels == std::vector<int>{0, 1, kUnlabelled});
}

TEST_CASE("GML: a label is a title unless it is chosen as the class") {
  const std::string text = graph("node [ id 1 label \"A\" ]");
  CHECK(load(read_gml, text).classes.empty());
  CHECK(load(read_gml, text, {.class_attribute = "label"}).classes ==
        std::vector<std::string>{"A"});
  CHECK(complaint(read_gml, text, {.class_attribute = "club"}).find("'club'") != std::string::npos);
}

TEST_CASE("GML: directed 1 needs --symmetrize") {
  const std::string text =
      graph("directed 1\nnode [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ]");
  CHECK(complaint(read_gml, text).starts_with("f:2:1: expected an undirected graph"));
  CHECK(load(read_gml, text, {.symmetrize = Symmetrize::kOr}).graph.num_edges() == 1);
}

TEST_CASE("GML: each damage is rejected at its line and byte") {
  check_damages(
      read_gml,
      {
          {"", "f:1:1: ", "found no graph"},
          {"1 2\n", "f:1:1: ", "a key"},
          {"graph 1\n", "f:1:7: ", "'['"},
          {"graph [\n", "f:2:1: ", "']'"},
          {graph("]"), "f:3:1: ", "a key"},
          {graph("") + "graph [ ]", "f:4:1: ", "a second"},
          {graph("node [ ]"), "f:2:1: ", "an id"},
          {graph("node [ id 1 id 2 ]"), "f:2:16: ", "a second"},
          {graph("node [ id [ ] ]"), "f:2:11: ", "an id for 'id'"},
          {graph("node [ id \"\" ]"), "f:2:11: ", "empty"},
          {graph("node [ id 1 ]\nnode [ id 1 ]"), "f:3:11: ", "each node id once"},
          {graph("node 7"), "f:2:6: ", "'['"},
          {graph("node [ id ]"), "f:2:11: ", "a value"},
          {graph("node [ id \"a ]"), "f:2:11: ", "closing quote"},
          {graph("node [ id 1 ]\nedge [ target 1 ]"), "f:3:1: ", "source"},
          {graph("node [ id 1 ]\nedge [ source 1 ]"), "f:3:1: ", "target"},
          {graph("node [ id 1 ]\nedge [ source 1 target 2 ]"), "f:3:24: ", "the id of a node"},
          {graph("node [ id 1 ]\nedge [ source 1 target 1 weight -1 ]"), "f:3:33: ", "at least 0"},
          {graph("node [ id 1 ]\nedge [ source 1 target 1 weight nan ]"), "f:3:33: ", "finite"},
          {graph("directed yes"), "f:2:10: ", "0 or 1"},
          {graph("node [ id 1 club \"\xff\" ]"), "f:2:19: ", "0xff"},
          {graph("7 8"), "f:2:1: ", "a key"},
      });
}

TEST_CASE("GML: 64 levels are read, 65 exceed the limit") {
  const auto nested = [](std::size_t levels) {
    std::string text = "graph [ ";
    for (std::size_t i = 1; i < levels; ++i) text += "a [ ";
    for (std::size_t i = 0; i < levels; ++i) text += "] ";
    return text;
  };
  CHECK(complaint(read_gml, nested(64)).empty());
  CHECK_THROWS_AS(load(read_gml, nested(65)), LimitError);
}

TEST_CASE("GML: 2,000 damaged files load or are rejected") {
  check_mutations(read_gml, graph("directed 0\nnode [ id 1 label \"one\" club \"A\" ]\n"
                                  "node [ id 2 ] edge [ source 1 target 2 weight 0.5 ]\n"));
}
