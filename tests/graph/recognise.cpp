// SPDX-License-Identifier: Apache-2.0
// Formats recognised by content: each is read by its reader, and mismatching files are named.
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>

using namespace querent;

namespace {

struct File {
  std::string name, text;
};

GraphData read(const File& edges, const File& labels = {}) {
  Input edge_input = Input::from_memory(edges.text, edges.name);
  Input label_input = Input::from_memory(labels.text, labels.name);
  return read_graph(edge_input, labels.name.empty() ? nullptr : &label_input, nullptr);
}

std::string message(const File& edges, const File& labels = {}) {
  try {
    read(edges, labels);
  } catch (const DataError& error) {
    return error.what();
  }
  return "read without an error";
}

const std::string kMark = "\xEF\xBB\xBF";  // of byte order, as some editors write it
const Graph kPath({0, 1, 3, 4}, {1, 0, 2, 1});
const std::string kContent = "a\t0\t1\t0\tX\nb\t1\t1\t0\tY\nc\t0\t0\t1\tX\n";
const std::string kPapers =
    "NODE\tpaper\ncat=1,2:label\tnumeric:w-rat:0.0\tsummary:w\n"
    "a\tlabel=1\tw-rat=0.5\tsummary=w-rat\nb\tlabel=2\tsummary=\nc\tlabel=1\tsummary=\n";
const std::string kGml =
    "graph [\n node [ id 1 club A ]\n node [ id 2 club B ]\n edge [ source 1 target 2 ]\n]\n";

}  // namespace

TEST_CASE("a path of three nodes gives the same graph in every format recognised by content") {
  for (const auto& [edges, labels] : {
           std::pair<File, File>{{"e", "a b\nb c\n"}, {"l", "a X\nb Y\nc X\n"}},
           {{"e", "a\tb\nb\tc\nc\tunknown\n"}, {"l", kContent}},
           {{"e", "DIRECTED\tcites\nNO_FEATURES\n1\tpaper:a\t|\tpaper:b\n2\tpaper:c\t|\tpaper:b\n"},
            {"l", kPapers}},
           {{"dblp/paper_author.txt", "7\ta\n7\tb\n8\tb\n8\tc\n9\tnobody\n"},
            {"dblp/author_label.txt", "a\t1\tAda\nb\t2\tBob\nc\t1\tCy\n"}},
           {{"e",
             "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ]\n"
             "edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]\n"},
            {"l", "1 X\n2 Y\n3 X\n"}},
           {{"e",
             "<graphml><graph edgedefault=\"undirected\"><node id=\"1\"/><node id=\"2\"/>"
             "<node id=\"3\"/><edge source=\"1\" target=\"2\"/><edge source=\"2\" target=\"3\"/>"
             "</graph></graphml>"},
            {"l", "1 X\n2 Y\n3 X\n"}},
           {{"e", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n"},
            {"l", "1 X\n2 Y\n3 X\n"}},
       }) {
    const std::string text = edges.text;
    CAPTURE(text);
    const GraphData data = read(edges, labels);
    CHECK(data.graph == kPath);
    CHECK(data.labels == std::vector<int>{0, 1, 0});
    const GraphData marked =
        read({edges.name, kMark + edges.text}, {labels.name, kMark + labels.text});
    CHECK(marked.graph == kPath);
    CHECK(marked.names == data.names);
    CHECK(marked.labels == data.labels);
  }
}

TEST_CASE("a label file of a byte-order mark alone is like one of an empty line") {
  const File edges{"e", "a b\nb c\n"};
  CHECK(read(edges, {"l", kMark}).labels == read(edges, {"l", "\n"}).labels);
}

TEST_CASE("a node file counts the citations of papers that it does not list") {
  const GraphData data = read({"e", "a\tb\nb\tc\nc\tunknown\n"}, {"l", kContent});
  CHECK(data.report.edges_to_unknown_nodes == 1);
  CHECK(data.report.lines == 3);
  CHECK(data.features.dim == 3);
}

TEST_CASE("a label file replaces the labels of the graph file, with a note") {
  CHECK(read({"g", kGml}).classes == std::vector<std::string>{"A", "B"});
  const GraphData data = read({"g", kGml}, {"l", "1 C\n2 D\n"});
  CHECK(data.classes == std::vector<std::string>{"C", "D"});
  CHECK(data.report.notes.back() == "the label file replaces the labels of the graph file");
}

TEST_CASE("other formats are named, with a remedy") {
  std::string tar(512, '\0');
  tar.replace(0, 7, "a/b.txt").replace(257, 5, "ustar");
  for (const auto& [text, words] : {
           std::pair<std::string, const char*>{kContent, "LINQS content — give the file of cit"},
           {kPapers, "Pubmed papers — give the file of citations"},
           {"1 3:0.5 7:1\n", "svmlight — give rows of features as features"},
           {"{\"a\": []}", "JSON that has no \"nodes\" and \"links\""},
           {"{\n \"a\": []}", "JSON that has no \"nodes\" and \"links\""},
           {"\n<!DOCTYPE html>\n<title>404</title>", "a web page — the download may have failed"},
           {"<HTML><body>no</body></HTML>", "a web page — the download may have failed"},
           {"digraph G {\n a -> b\n}\n", "Graphviz — write"},
           {"graph G {\n a -- b\n}\n", "Graphviz — write"},
           {"/* x */\ngraph {\n a -- b\n}\n", "Graphviz — write"},
           {"dl n=2\ndata:\n0 1\n1 0\n", "UCINET's DL — export"},
           {">>graph6<<A_\n", "graph6 or sparse6 — read"},
           {"%0 Journal Article\n%A A, b\n", "an export of EndNote — export"},
           {"<?xml version=\"1.0\"?><xml><records/></xml>", "an export of EndNote — export"},
           {"4 4\n2 4\n1 3\n2 4\n1 3\n", "METIS — leave out"},
           {"% c\n7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n", "METIS — leave"},
           {"3 2 011\n4 2 5\n1 1 5 3 7\n2 2 7\n", "METIS — leave out"},
           {std::string("\x80\x04\x95", 3), "a Python pickle — it would run code"},
           {"\x89HDF\r\n\x1a\n", "HDF5 — write"},
           {"MATLAB 5.0 MAT-file, Platform: GLNXA64", "a MATLAB file — write"},
           {"SQLite format 3", "an SQLite database — write"},
           {"PAR1\x15", "Parquet — write"},
           {tar, "a tar archive — unpack it"},
       }) {
    const std::string found = message({"e", text});
    CAPTURE(found);
    CHECK(found.starts_with("e:1:1: expected the edges of a graph, found what looks"));
    CHECK(found.find(words) != std::string::npos);
  }
}

TEST_CASE("METIS is refused with adjacency=true, too, and no list of edges is taken for it") {
  Input metis = Input::from_memory("3 2\n2\n1 3\n2\n", "e");
  CHECK_THROWS_WITH_AS(read_graph(metis, nullptr, nullptr, {.adjacency = true}),
                       doctest::Contains("METIS"), DataError);
  for (const char* text : {"4 4\n2 4\n1 3\n2 4\n1 2\n", "4 4\n2 4\n1 3\n2 4\n", "1 2\n2 1\n",
                           "4 3 1\n1 2 1\n1 3 1\n2 3 1\n2 4 1\n", "graph theory\ntheory sets\n"}) {
    CAPTURE(text);
    CHECK(message({"e", text}) == "read without an error");
  }
}

TEST_CASE("two files that do not match are rejected by name") {
  for (const auto& [edges, labels, words] : {
           std::tuple<File, File, const char*>{{"g", kGml},
                                               {"l", kContent},
                                               "l:1:1: expected labels for GML, found what looks "
                                               "like LINQS content — its edges are "
                                               "in a .cites file"},
           {{"e", "a b\n"},
            {"l", kPapers},
            "l:1:1: expected labels for edge list, found what looks like Pubmed papers — "},
           {{"e", "1 2\n"},
            {"l", kGml},
            "l:1:1: expected lines with a node and a label, found what looks like GML — give a "
            "graph "
            "as edges"},
           {{"e", "1 2\n"},
            {"l", "1 3:0.5 4:1\n"},
            "l:1:1: expected lines with a node and a label, found what looks like svmlight — give "
            "rows of features as features"},
           {{"e", "1 2\n"},
            {"l", "{\"1\": 2}"},
            "l:1:1: expected lines with a node and a label, found what looks like JSON"},
           {{"x/paper_author.txt", "7\t1\n"},
            {},
            "x/paper_author.txt: expected the areas of the authors beside the papers of DBLP "
            "four-area, found no file — give author_label.txt as labels"},
       }) {
    const std::string found = message(edges, labels);
    CHECK_MESSAGE(found.starts_with(words), found);
  }
}

TEST_CASE("a file whose content contradicts its name is read by content, and errors mention it") {
  CHECK(read({"path.gml.gz", "1 2\n"}).graph.num_edges() == 1);
  const std::string found = message({"path.gml.gz", "1 2\n3\n"});
  CHECK(found.starts_with("path.gml.gz:2:1: expected two node ids"));
  CHECK(found.ends_with(
      "path.gml.gz: was read as edge list because of its content, although its name suggests GML"));
  CHECK(message({"path.mtx", kGml + "]"}).find("although its name suggests Matrix Market") !=
        std::string::npos);
  CHECK(message({"path.txt", "1 2\n3\n"}).find("its name") == std::string::npos);
}
