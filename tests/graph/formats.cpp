// SPDX-License-Identifier: Apache-2.0
// Section G of the first hour: one graph as written by pandas, NetworkX, igraph, SciPy, PyTorch
// Geometric, Neo4j and Gephi (tests/data/formats/make.py). Six nodes, two triangles joined by an
// edge, weights 1 to 7.
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>

#include "datasets/scratch.hpp"
#include "support/not_on_windows.hpp"
#include "support/npy_bytes.hpp"

using namespace querent;

namespace {

const std::filesystem::path kFormats = std::filesystem::path(QUERENT_TEST_DATA) / "formats";

GraphData read(const std::string& edges, const ReadOptions& options = {},
               const std::string& labels = "") {
  GraphSource source{.edges = kFormats / edges, .labels = {}, .features = {}};
  if (!labels.empty()) source.labels = kFormats / labels;
  return read_graph(source, options);
}

std::string refused(const std::string& edges, const ReadOptions& options = {},
                    const std::string& labels = "") {
  try {
    read(edges, options, labels);
    return "";
  } catch (const DataError& error) {
    return error.what();
  }
}

double total_weight(const Graph& graph) {
  double sum = 0;
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const auto weights = graph.weights(i);
    sum += graph.weighted() ? std::accumulate(weights.begin(), weights.end(), 0.0)
                            : static_cast<double>(graph.neighbours(i).size());
  }
  return sum / 2;
}

bool noted(const GraphData& data, const std::string& words) {
  for (const auto& note : data.report.notes) {
    if (note.find(words) != note.npos) return true;
  }
  return false;
}

}  // namespace

namespace {

struct File {
  const char* name;
  bool weighted = true;
  ReadOptions options = {};
};

void check_the_graph_of(const File& file) {
  const std::string name = file.name;
  CAPTURE(name);
  const GraphData data = read(name, file.options);
  CHECK(data.graph.num_nodes() == 6);
  CHECK(data.graph.num_edges() == 7);
  CHECK(total_weight(data.graph) == (file.weighted ? 28 : 7));
  CHECK(data.report.components == 1);
  ReadOptions unweighted = file.options;
  unweighted.weight_column = "none";
  CHECK(total_weight(read(name, unweighted).graph) == 7);
}

}  // namespace

TEST_CASE("G: one graph is read from every tool's file, with weights if it has them") {
  for (const File& file : {File{"pandas.csv"},
                           {"pandas-index.csv"},
                           {"pandas.tsv"},
                           {"semicolon.csv"},
                           {"networkx.graphml"},
                           {"networkx.gml"},
                           {"networkx.gexf"},
                           {"networkx.edgelist"},
                           {"networkx-no-data.edgelist", false},
                           {"networkx.adjlist", false},
                           {"networkx.multiline"},
                           {"networkx.net"},
                           {"networkx.json"},
                           {"igraph.graphml"},
                           {"igraph.net"},
                           {"numpy.npy"},
                           {"neo4j.csv"},
                           {"gephi.csv"}}) {
    check_the_graph_of(file);
  }
}

ARCHIVES_TEST_CASE("G: the same graph is read from SciPy's and NumPy's archives") {
  for (const File& file : {File{"scipy-csr.npz"},
                           {"scipy-csc.npz"},
                           {"scipy-coo.npz"},
                           {"scipy-bsr.npz"},
                           {"edge_index.npz", false}})
    check_the_graph_of(file);
  CHECK(read("edge_index.npz").classes == std::vector<std::string>{"0", "1"});
  CHECK(read("edge_index.npz").features.dim == 3);
}

TEST_CASE("G: the class of a node is the chosen attribute, or guessed by name") {
  for (const std::string name :
       {"networkx.graphml", "networkx.gml", "networkx.gexf", "networkx.json"}) {
    CAPTURE(name);
    CHECK(read(name).classes.empty());
    const GraphData data = read(name, {.class_attribute = "area"});
    CHECK(data.classes == std::vector<std::string>{"x", "y"});
    CHECK(data.labels == std::vector<int>{0, 0, 0, 1, 1, 1});
  }
  CHECK(read("igraph.graphml").classes == std::vector<std::string>{"x", "y"});
}

TEST_CASE("G: labels by columns, in the order of the nodes, and as an array") {
  const std::vector<std::string> classes{"x", "y"};
  CHECK(read("pandas.csv", {}, "series.csv").classes == classes);
  const GraphData by_header = read("pandas.csv", {}, "labels3.csv");
  CHECK(by_header.classes == classes);
  CHECK(noted(by_header, "'id' is the id, 'label' the label"));
  const GraphData by_name =
      read("pandas.csv", {.id_column = "id", .label_column = "size"}, "labels3.csv");
  CHECK(by_name.classes.size() == 6);
  CHECK(
      refused("pandas.csv", {.label_column = "sise"}, "labels3.csv").find("did you mean 'size'?") !=
      std::string::npos);
  for (const std::string labels : {"labels-in-order.txt", "labels.npy"}) {
    const GraphData data = read("neo4j.csv", {}, labels);
    CAPTURE(labels);
    CHECK(data.classes == classes);
    CHECK(noted(data, "label 1 is of the node 0"));
    // the nodes are numbered in the order of the edges: 0 1 2 3 4 5
    CHECK(data.labels == std::vector<int>{0, 0, 0, 1, 1, 1});
  }
}

TEST_CASE("an array of labels has NaN and -1 for unknown ones, unless all are -1 and 1") {
  const Scratch scratch;
  const auto labels = [&](const std::vector<double>& y) {
    const auto file = scratch.write("y.npy", test::npy_bytes<double>("<f8", "(6,)", y));
    return read("neo4j.csv", {}, file.string());
  };
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  CHECK(labels({0, 1, unknown, -1, 2, 1}).labels ==
        std::vector<int>{0, 1, kUnlabelled, kUnlabelled, 2, 1});
  CHECK(labels({-1, 1, unknown, -1, 1, 1}).labels == std::vector<int>{0, 1, kUnlabelled, 0, 1, 1});
}

TEST_CASE("G: columns are named, headers and possible headers are reported") {
  CHECK(noted(read("neo4j.csv"),
              "':START_ID(Person)' and ':END_ID(Person)' are the ids, 'weight:int'"));
  const GraphData noted_data = read("neo4j-query.csv");
  CHECK(noted_data.report.nodes_outside_largest_component == 2);
  CHECK(noted(noted_data, "no other line names 'a.name' or 'b.name'"));
  const GraphData named =
      read("neo4j-query.csv", {.source_column = "a.name", .target_column = "b.name"});
  CHECK(named.graph.num_nodes() == 6);
  CHECK(named.graph.num_edges() == 10);
  const GraphData by_number =
      read("gephi.csv", {.source_column = "2", .target_column = "1", .weight_column = "Weight"});
  CHECK(total_weight(by_number.graph) == 28);
  CHECK(refused("gephi.csv", {.weight_column = "Wieght"}).find("did you mean 'Weight'?") !=
        std::string::npos);
  CHECK(refused("gephi.csv", {.source_column = "Target"}).find("found one named twice") !=
        std::string::npos);
}

TEST_CASE("S14: decimal commas are rejected with the remedy, never read as another graph") {
  CHECK(refused("excel-german.csv")
            .find("excel-german.csv:2:19: expected the weight of an edge, a number, found '1,0' — "
                  "write decimal points, not commas") != std::string::npos);
  for (const std::string text : {"1 2 0,5\n2 3 1,5\n3 1 2,25\n", "1;2;0,5\n2;3;1,5\n",
                                 "1\t2\t0,5\n2\t3\t1,5\n", "1 2 1\n2 3 0,5\n"}) {
    CAPTURE(text);
    Input input = Input::from_memory(text, "e");
    CHECK_THROWS_WITH_AS(read_graph(input, nullptr, nullptr),
                         doctest::Contains("write decimal points"), DataError);
  }
}

TEST_CASE("G: a multi-word id is quoted, for any column separator") {
  for (const std::string text :
       {"\"Mr. Hi\" \"John A\"\n\"John A\" Bob\n", "\"Mr. Hi\";\"John A\"\n\"John A\";Bob\n",
        "\"Mr. Hi\"\t\"John A\"\n\"John A\"\tBob\n", "\"Mr. Hi\",\"John A\"\n\"John A\",Bob\n"}) {
    CAPTURE(text);
    Input input = Input::from_memory(text, "e");
    const GraphData data = read_graph(input, nullptr, nullptr);
    REQUIRE(data.names.size() == 3);
    CHECK(data.names[0] == "Mr. Hi");
    CHECK(data.names[2] == "Bob");
  }
}

TEST_CASE("G: words above numbers are a header, unless some ids are words") {
  Input header = Input::from_memory("author,friend\n1,2\n2,3\n3,1\n", "e");
  const GraphData with = read_graph(header, nullptr, nullptr);
  CHECK(with.graph.num_nodes() == 3);
  CHECK(noted(with, "line 1 is a header"));
  Input mixed = Input::from_memory("author,friend\n1,2\n2,author\n1,friend\n", "e");
  CHECK(read_graph(mixed, nullptr, nullptr).graph.num_nodes() == 4);
}

TEST_CASE(
    "G: an adjacency list without NetworkX's comments is rejected with its remedy, and read if "
    "requested") {
  const std::string text = "0 1 2 3\n1 2\n3 4 5\n4 5\n";
  Input strict = Input::from_memory(text, "e");
  CHECK_THROWS_WITH_AS(read_graph(strict, nullptr, nullptr), doctest::Contains("adjacency=true"),
                       DataError);
  Input asked = Input::from_memory(text, "e");
  CHECK(read_graph(asked, nullptr, nullptr, {.adjacency = true}).graph.num_edges() == 7);
}

TEST_CASE(
    "G: damaged GEXF, Pajek, adjacency lists and node-link JSON are rejected with their place") {
  for (const auto& [text, place, words] :
       {std::tuple<std::string, const char*, const char*>{
            "<gexf><graph><nodes><node id='a'/></nodes><edges><edge "
            "source='a'/></edges></graph></gexf>",
            "e:1:", "the attribute target of <edge>"},
        {"<gexf><graph defaultedgetype='mutual'/></gexf>", "e:1:", "directed or undirected"},
        {"<gexf/>", "e:1:1", "expected a <graph>"},
        {"*Vertices 2\n1 a\n2 b\n*Edges\n1 3\n", "e:5:3", "two vertices from 1 to 2, found '3'"},
        {"*Vertices\n", "e:1:1", "the number of vertices"},
        {"*Vertices 2\n*Edges\n1 2\n*Arcs\n2 1\n", "e:4:1", "found both"},
        {"{\"nodes\": [{\"id\": 1}], \"adjacency\": [[]]}", "e:1:1", "not adjacency_data"},
        {"*Vertices 2 1\n", "e:1:13", "two-mode network"},
        {"{\"nodes\": [{\"id\": 1}], \"links\": [{\"source\": 1, \"target\": 2}]}",
         "e:1:", "found '2'"},
        {"{\"nodes\": [{\"id\": 1}],\n \"links\": [{\"source\": 1}]}", "e:2:", "without"},
        {"{\"nodes\": [{\"id\": 1}", "e:1:", "expected JSON"},
        {"#p\n# GMT Sun\n# \na 2\nb {}\n", "e:6:1", "1 neighbours more"}}) {
    const std::string shown = text;  // clang cannot capture structured bindings
    CAPTURE(shown);
    Input input = Input::from_memory(text, "e");
    std::string found;
    try {
      read_graph(input, nullptr, nullptr);
    } catch (const DataError& error) {
      found = error.what();
    }
    CAPTURE(found);
    CHECK(found.starts_with(place));
    CHECK(found.find(words) != found.npos);
    CHECK(found.find(" — ") != found.npos);
  }
}

TEST_CASE("G: D3's value of a link is its weight, unless it has a weight") {
  for (const auto& [keys, weight] :
       {std::pair<std::string, double>{"\"value\":10", 10}, {"\"value\":10,\"weight\":2", 2}}) {
    const std::string text =
        R"({"nodes":[{"id":0},{"id":1}],"links":[{"source":1,"target":0,)" + keys + "}]}";
    Input input = Input::from_memory(text, "e");
    CHECK(total_weight(read_graph(input, nullptr, nullptr).graph) == weight);
  }
}

TEST_CASE(
    "S5: more nodes than a file's size allows is a limit, checked before memory is allocated") {
  for (const std::string text : {"*Vertices 4000000000\n*Edges\n1 2\n",
                                 "%%MatrixMarket matrix coordinate pattern symmetric\n4000000000 "
                                 "4000000000 1\n3999999999 1\n"}) {
    CAPTURE(text);
    Input input = Input::from_memory(text, "e");
    CHECK_THROWS_AS(read_graph(input, nullptr, nullptr), LimitError);
  }
  std::string deep = "{\"nodes\": ";
  for (int i = 0; i < 200; ++i) deep += "[";
  Input input = Input::from_memory(deep, "e");
  CHECK_THROWS_AS(read_graph(input, nullptr, nullptr), LimitError);
}
