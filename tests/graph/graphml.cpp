// SPDX-License-Identifier: Apache-2.0
#include "graph/readers.hpp"

using namespace querent;
using namespace querent::test;

namespace {

const Reader read_graphml = format_named("GraphML")->read;

const std::string kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
    "<key id=\"c\" for=\"node\" attr.name=\"class\"><default>x</default></key>\n"
    "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";
const std::string kTail = "</graph>\n</graphml>\n";

/// `lines` begin on line 6.
std::string graph(const std::string& lines, const std::string& kind = "undirected") {
  return kHead + "<graph edgedefault=\"" + kind + "\">\n" + lines + kTail;
}

}  // namespace

TEST_CASE("GraphML: nodes, classes with their default, and weights") {
  const GraphData data =
      load(read_graphml,
           graph("<node id=\"a\"/><node id=\"b\"><data key=\"c\"> y&amp;z \n</data></node>"
                 "<node id=\"Zo&#235;\"/><edge source=\"a\" target=\"b\">"
                 "<data key=\"w\">0.5</data></edge><edge target=\"a\" source=\"Zo&#235;\"/>"));
  CHECK(data.graph == Graph({0, 2, 3, 4}, {1, 2, 0, 0}, {0.5, 1, 0.5, 1}));
  CHECK(data.names[2] == "Zo\u00eb");
  CHECK(data.classes == std::vector<std::string>{"x", "y&z"});
  CHECK(data.labels == std::vector<int>{0, 1, 0});
}

TEST_CASE("GraphML: the class attribute can be chosen, and must then exist") {
  const std::string text =
      "<graphml><key id='1' for='node' attr.name='class'/><key id='2' for='node' attr.name='sex'/>"
      "<graph edgedefault='undirected'><node id='a'><data key='1'>x</data><data key='2'>f</data>"
      "</node></graph></graphml>";
  CHECK(load(read_graphml, text).classes == std::vector<std::string>{"x"});
  CHECK(load(read_graphml, text, {.class_attribute = "sex"}).classes ==
        std::vector<std::string>{"f"});
  CHECK(complaint(read_graphml, text, {.class_attribute = "age"}).find("'age'") !=
        std::string::npos);
}

TEST_CASE("GraphML: directed edges need --symmetrize, declared by the graph or by each edge") {
  const std::string nodes = "<node id='a'/><node id='b'/>\n";
  const std::string whole = graph(nodes + "<edge source='a' target='b'/>", "directed");
  const std::string each = graph(nodes + "<edge source='a' target='b' directed='true'/>");
  CHECK(complaint(read_graphml, whole).starts_with("f:5:1: expected an undirected graph"));
  CHECK(complaint(read_graphml, each).starts_with("f:7:1: expected an undirected graph"));
  for (const std::string& text : {whole, each})
    CHECK(load(read_graphml, text, {.symmetrize = Symmetrize::kOr}).graph.num_edges() == 1);
  CHECK(load(read_graphml,
             graph(nodes + "<edge source='a' target='b' directed='false'/>", "directed"))
            .graph.num_edges() == 1);
}

TEST_CASE("GraphML: each damage is rejected at its line and byte") {
  check_damages(
      read_graphml,
      {
          {"", "f:1:1: ", "no element found"},
          {"<html/>", "f:1:1: ", "expected <graphml>"},
          {"<graphml/>", "f:1:1: ", "expected a <graph>"},
          {graph("<node/>"), "f:6:1: ", "attribute id"},
          {graph("<node id=''/>"), "f:6:11: ", "empty"},
          {graph("<node id='é'/><node   id = \"é\"/>"), "f:6:30: ", "each node id once"},
          {graph("<node id='a'/>\r\n<edge source='a'/>"), "f:7:1: ", "attribute target"},
          {graph("<node id='a'/><edge source='a' target='b'/>"), "f:6:40: ", "the id of a node"},
          {graph("<node id='a'/>\n<edge source='a' target='a'><data key='w'> -1</data></edge>"),
           "f:7:44: ", "at least 0"},
          {graph("<node id='a'/>\n<edge source='a' target='a'><data key='w'>x</data></edge>"),
           "f:7:43: ", "a number"},
          {graph("<node id='a'><data key='q'>1</data></node>"), "f:6:25: ", "declares"},
          {graph("<node id='a'><data key='c'>1</data><data key='c'>1</data></node>"),
           "f:6:47: ", "second"},
          {graph("<nodes/>"), "f:6:1: ", "<nodes>"},
          {graph("<hyperedge/>"), "f:6:1: ", "<hyperedge>"},
          {graph("<node id='a'><graph/></node>"), "f:6:14: ", "<graph>"},
          {graph("<node id='a'></edge>"), "f:6:16: ", "mismatched tag"},
          {graph("<node id='a\"/>"), "f:6:15: ", "well-formed"},
          {graph("<node id='\xff'/>"), "f:6:11: ", "0xff"},
          {graph("", "maybe"), "f:5:21: ", "directed or undirected"},
          {kHead + "<graph/></graphml>", "f:5:1: ", "edgedefault"},
          {graph("</graph>\n<graph edgedefault='directed'>"), "f:7:1: ", "one graph"},
          {graph("<node id='a'/><edge source='a' target='a'/>\n"
                 "<edge source='a' target='a' directed='true'/>"),
           "f:7:39: ", "both kinds"},
          {graph("<edge source='a' target='a' directed='1'/>"), "f:6:39: ", "true or false"},
          {"<graphml><key id='a'/><key id='a'/></graphml>", "f:1:32: ", "each key once"},
          {graph("&nbsp;"), "f:6:1: ", "undefined entity"},
          {kHead, "f:5:1: ", "no element found"},
      });
}

TEST_CASE("GraphML: any declaration of an entity is rejected before it can expand") {
  const std::string bomb =
      "<!DOCTYPE g [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n"
      "<graphml><graph edgedefault='undirected'><node id='&b;'/></graph></graphml>";
  CHECK(complaint(read_graphml, bomb).find("no declaration of an entity, found 'a'") !=
        std::string::npos);
  CHECK(complaint(read_graphml, "<!DOCTYPE g SYSTEM \"/etc/passwd\"><graphml>&x;</graphml>")
            .find("found 'x'") != std::string::npos);
  CHECK(
      complaint(read_graphml, "<!DOCTYPE g [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><g/>")
          .find("found 'p'") != std::string::npos);
}

TEST_CASE("GraphML: 64 levels are read, 65 and tags beyond 4 MiB exceed a limit") {
  const auto nested = [](int levels) {
    std::string open, close;
    for (int i = 0; i < levels - 2; ++i) {
      open += "<data>";
      close += "</data>";
    }
    return "<graphml><graph edgedefault='undirected'>" + open + close + "</graph></graphml>";
  };
  CHECK(complaint(read_graphml, nested(64)).empty());
  CHECK_THROWS_AS(load(read_graphml, nested(65)), LimitError);
  CHECK_THROWS_AS(load(read_graphml, "<graphml " + std::string(9 << 20, 'a')), LimitError);
}

TEST_CASE("GraphML: 2,000 damaged files load or are rejected") {
  check_mutations(read_graphml,
                  graph("<node id=\"a\"/>\n<node id=\"b\"><data key=\"c\">y</data></node>\n"
                        "<edge source=\"a\" target=\"b\"><data key=\"w\">0.5</data></edge>\n"));
}
