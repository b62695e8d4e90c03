// SPDX-License-Identifier: Apache-2.0
// Damaged sources of graphs, one row of the table each: the place of the error to the byte, and the
// remedy.
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>

#include "../support/not_on_windows.hpp"
#include "../support/npy_bytes.hpp"

using namespace querent;
using namespace std::string_literals;

namespace {

struct Damage {
  const char* what;
  std::string edges, labels = {}, features = {};
  std::string place;  // beginning of the message
  std::string words;  // further text of the message
  ReadOptions options = {};
};

void read(const Damage& damage) {
  Input edges = Input::from_memory(damage.edges, "edges");
  Input labels = Input::from_memory(damage.labels, "labels");
  Input features = Input::from_memory(damage.features, "features");
  read_graph(edges, damage.labels.empty() ? nullptr : &labels,
             damage.features.empty() ? nullptr : &features, damage.options);
}

std::string message(const Damage& damage) {
  try {
    read(damage);
  } catch (const DataError& error) {
    return error.what();
  }
  return "read without an error";
}

void check(const Damage& damage) {
  CAPTURE(damage.what);
  const std::string found = message(damage);
  CHECK_MESSAGE(found.starts_with(damage.place + ": "), found);
  CHECK_MESSAGE(found.find(damage.words, damage.place.size()) != std::string::npos, found);
}

std::string gml(const std::string& inside) {
  return "graph [\n  node [ id 1 ]\n  node [ id 2 ]\n" + inside + "]\n";
}

std::string packed(const std::string& suffix) {
  std::ifstream in(
      std::filesystem::path(QUERENT_TEST_DATA) / "compressed" / ("numbers.txt." + suffix),
      std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::string kLongId(4097, 'x');

}  // namespace

TEST_CASE("damaged edge lists are rejected with their place and a remedy") {
  const std::vector<Damage> table{
      {.what = "one column",
       .edges = "1 2\n2\n",
       .place = "edges:2:1",
       .words =
           "expected two node ids separated by a blank, a tab, a comma or a semicolon, found '2'"},
      {.what = "four columns",
       .edges = "1 2 1\n2 3 1 9\n",
       .place = "edges:2:7",
       .words = "expected two node ids and perhaps a weight, found a column more: '9'"},
      {.what = "weight lost",
       .edges = "1 2 1\n2 3\n",
       .place = "edges:2:3",
       .words = "expected 3 columns as on line 1, found 2"},
      {.what = "weight appears",
       .edges = "1 2\n2 3 0.5\n",
       .place = "edges:2:5",
       .words = "expected 2 columns as on line 1, found 3"},
      {.what = "weight is a word",
       .edges = "1 2 1\n2 3 heavy\n",
       .place = "edges:2:5",
       .words = "expected the weight of an edge, a number, found 'heavy' — "},
      {.what = "weight has a decimal comma",
       .edges = "1\t2\t1\n2\t3\t0,5\n",
       .place = "edges:2:5",
       .words = "expected the weight of an edge, a number, found '0,5' — write decimal points"},
      {.what = "negative weight",
       .edges = "1 2 1\n2 3 -0.5\n",
       .place = "edges:2:5",
       .words = "found '-0.5' — a negative weight has no Laplacian"},
      {.what = "NaN", .edges = "1 2 1\n2 3 nan\n", .place = "edges:2:5", .words = "found 'nan'"},
      {.what = "infinity",
       .edges = "1 2 1\n2 3 inf\n",
       .place = "edges:2:5",
       .words = "found 'inf'"},
      {.what = "overflow",
       .edges = "1 2 1\n2 3 1e400\n",
       .place = "edges:2:5",
       .words = "found '1e400'"},
      {.what = "hexadecimal weight",
       .edges = "1 2 1\n2 3 0x1p3\n",
       .place = "edges:2:5",
       .words = "found '0x1p3'"},
      {.what = "empty id",
       .edges = "1,2\n,3\n",
       .place = "edges:2:1",
       .words = "expected a node id, found an empty column"},
      {.what = "empty second id",
       .edges = "1\t2\n3\t\n",
       .place = "edges:2:3",
       .words = "expected a node id, found an empty column"},
      {.what = "id of 4097 bytes",
       .edges = "1 2\n2 " + kLongId + "\n",
       .place = "edges:2:3",
       .words = "expected a node id of at most 4096 bytes, found 4097 bytes"},
      {.what = "open quote",
       .edges = "\"1\",\"2\"\n\"2\",\"3\n",
       .place = "edges:2:5",
       .words = "quote"},
      {.what = "text after a quote",
       .edges = "\"1\",\"2\"\n\"2\"x,\"3\"\n",
       .place = "edges:2:4",
       .words = "quote"},
      {.what = "NUL", .edges = "1 2\n2 \0 3\n"s, .place = "edges:2:3", .words = "NUL"},
      {.what = "NUL where the fast path reads",
       .edges = "1 2\n2 3\n3 4\0\n"s,
       .place = "edges:3:4",
       .words = "NUL"},
      {.what = "Latin-1", .edges = "1 2\n2 Zo\xEB\n", .place = "edges:2:5", .words = "UTF-8"},
      {.what = "cut UTF-8", .edges = "1 2\n2 Zo\xC3", .place = "edges:2:5", .words = "UTF-8"},
      {.what = "overlong UTF-8",
       .edges = "1 2\n2 \xC0\xAF\n",
       .place = "edges:2:3",
       .words = "UTF-8"},
      {.what = "UTF-16",
       .edges = "\xFF\xFE"
                "1\0 \0"s,
       .place = "edges:1:1",
       .words = "UTF-8"},
      {.what = "duplicate of another weight",
       .edges = "1 2 3\n1 3 3\n  2 1 5\n",
       .place = "edges:3:3",
       .words = "found '1' '2' with weight 5 after weight 3 on line 1 — duplicates=sum|max|first"},
      {.what = "duplicate refused",
       .edges = "1 2\n2 3\n1 2\n",
       .place = "edges:3:1",
       .words = "— duplicates=sum|max|first decides",
       .options = {.duplicates = Duplicates::kError}},
      {.what = "self-loop refused",
       .edges = "1 2\n3 3\n",
       .place = "edges:2:1",
       .words = "found '3' twice — self_loops=drop",
       .options = {.self_loops = SelfLoops::kError}},
      {.what = "directed",
       .edges = "# Directed graph: x\n1 2\n",
       .place = "edges:1:1",
       .words = "found one whose edges are directed — symmetrize=or|and|sum"},
      {.what = "bipartite",
       .edges = "% bip unweighted\n1 2\n",
       .place = "edges:1:1",
       .words = "found KONECT's mark of a bipartite one — project it"},
      {.what = "BOM and CRLF do not move the place",
       .edges = "\xEF\xBB\xBF"
                "1 2 1\r\n2 3 x\r\n",
       .place = "edges:2:5",
       .words = "expected the weight of an edge, a number"},
      {.what = "lone CR ends a line",
       .edges = "1 2 1\r2 3 x\r",
       .place = "edges:2:5",
       .words = "expected the weight of an edge, a number"},
      {.what = "comments and blank lines count as lines",
       .edges = "# c\n\n1 2 1\n# d\n2 3 x\n",
       .place = "edges:5:5",
       .words = "expected the weight of an edge, a number"},
  };
  for (const Damage& damage : table) check(damage);
}

TEST_CASE("damaged labels and features are rejected with their place and a remedy") {
  const std::vector<Damage> table{
      {.what = "unknown node",
       .edges = "1 2\n",
       .labels = "1\ta\n9\ta\n",
       .place = "labels:2:1",
       .words =
           "expected a node of the graph, found '9' — nodes_from_labels=true takes it as a node "
           "without edges, lenient=true leaves such lines out"},
      {.what = "two labels",
       .edges = "1 2\n",
       .labels = "1\ta\n2\ta\n1\tb\n",
       .place = "labels:3:1",
       .words = "found 'b' after 'a' on line 1 — keep one of the two lines"},
      {.what = "no label column",
       .edges = "1 2\n",
       .labels = "1\ta\n2\n",
       .place = "labels:2:1",
       .words = "expected a node id and a label separated by a tab, found '2'"},
      {.what = "third column",
       .edges = "1 2\n",
       .labels = "1,a\n2,a,b\n",
       .place = "labels:2:5",
       .words = "expected one label, found another column: 'b'"},
      {.what = "NUL in a label",
       .edges = "1 2\n",
       .labels = "1\ta\n2\t\0\n"s,
       .place = "labels:2:3",
       .words = "NUL"},
      {.what = "Latin-1 label",
       .edges = "1 2\n",
       .labels = "1\ta\n2\t\xE9\n",
       .place = "labels:2:3",
       .words = "UTF-8"},
      {.what = "open quote in labels",
       .edges = "1 2\n",
       .labels = "1,a\n2,\"b\n",
       .place = "labels:2:3",
       .words = "quote"},
      {.what = "fewer feature rows",
       .edges = "1 2\n",
       .labels = "1\ta\n2\tb\n",
       .features = "0 1:1\n",
       .place = "features:2:1",
       .words = "expected a row for each of the 2 lines of the label file, found 1 — "},
      {.what = "more feature rows",
       .edges = "1 2\n",
       .labels = "1\ta\n2\tb\n",
       .features = "0 1:1\n0 2:1\n0 3:1\n",
       .place = "features:3:1",
       .words = "expected a row for each of the 2 lines of the label file, found 3 — "},
      {.what = "feature NaN",
       .edges = "1 2\n",
       .labels = "1\ta\n2\tb\n",
       .features = "0 1:1\n0 2:nan\n",
       .place = "features:2:5",
       .words = "nan"},
      {.what = "feature indices descend",
       .edges = "1 2\n",
       .labels = "1\ta\n2\tb\n",
       .features = "0 1:1\n0 5:1 3:1\n",
       .place = "features:2:7",
       .words = "ascend"},
      {.what = "features without labels",
       .edges = "1 2\n",
       .features = "0 1:1\n",
       .place = "features",
       .words = "expected a label file beside the features"},
  };
  for (const Damage& damage : table) check(damage);
}

TEST_CASE("damaged files of other formats are rejected with their place and a remedy") {
  const std::string pubmed = "DIRECTED\tcites\nNO_FEATURES\n";
  const std::string matrix = "%%MatrixMarket matrix coordinate real symmetric\n";
  const std::vector<Damage> table{
      {.what = "GML edge to an unlisted node",
       .edges = gml("  edge [ source 1 target 9 ]\n"),
       .place = "edges:4:26",
       .words = "expected the id of a node, found '9' — list the node"},
      {.what = "GML node id twice",
       .edges = gml("  node [ id 2 ]\n"),
       .place = "edges:4:13",
       .words = "expected each node id once, found '2' again — rename one"},
      {.what = "GML edge without a target",
       .edges = gml("  edge [ source 1 ]\n"),
       .place = "edges:4:3",
       .words = "found no target — complete the edge"},
      {.what = "GML negative weight",
       .edges = gml("  edge [ source 1 target 2 value -1 ]\n"),
       .place = "edges:4:34",
       .words = "-1"},
      {.what = "GML duplicates of other weights",
       .edges = gml("  edge [ source 1 target 2 value 1 ]\n  edge [ source 2 target 1 value 2 ]\n"),
       .place = "edges:5:3",
       .words = "with weight 2 after weight 1 on line 4"},
      {.what = "GML bracket missing",
       .edges = "graph [\n node [ id 1 ]\n",
       .place = "edges:3:1",
       .words = "is a bracket or a quote missing?"},
      {.what = "Matrix Market row 0",
       .edges = matrix + "2 2 1\n0 1 1\n",
       .place = "edges:3:1",
       .words = "0"},
      {.what = "Matrix Market entries missing",
       .edges = matrix + "3 3 2\n2 1 1\n",
       .place = "edges:4:1",
       .words = "expected"},
      {.what = "Matrix Market not square",
       .edges = matrix + "3 4 1\n2 1 1\n",
       .place = "edges:2:3",
       .words = "square"},
      {.what = "Pubmed line",
       .edges = pubmed + "1\tpaper:1\t|\tauthor:2\n",
       .place = "edges:3:13",
       .words = "one citation per line"},
      {.what = "LINQS width",
       .edges = "a\tb\n",
       .labels = "a\t0\t1\t0\tX\nb\t0\t1\tY\n",
       .place = "labels:2:8",
       .words = "expected 5 columns as on line 1, found 4"},
      {.what = "LINQS paper twice",
       .edges = "a\tb\n",
       .labels = "a\t0\t1\t0\tX\na\t0\t1\t0\tY\n",
       .place = "labels:2:1",
       .words = "expected each paper once, found 'a' again — keep one line"},
      {.what = "a matrix with a truncated header",
       .edges = "\x93NUMPY\x01\0"s,
       .place = "edges:byte 9",
       .words = "expected the rest of the array's header"},
      {.what = "a dense matrix that is not square",
       .edges = test::npy_bytes<double>("<f8", "(1, 2)", std::array{0.0, 0.0}),
       .place = "edges:byte 129",
       .words = "expected a square matrix"},
      {.what = "a dense matrix of three axes",
       .edges = test::npy_bytes<double>("<f8", "(1, 1, 1)", std::array{0.0}),
       .place = "edges:byte 129",
       .words = "expected a matrix of nodes x nodes, found an array of 3 axes"},
  };
  for (const Damage& damage : table) check(damage);
}

ARCHIVES_TEST_CASE("an archive that is no zip file is rejected") {
  check({.what = "npz that is not a zip file",
         .edges = "PK\x03\x04 and nothing more",
         .place = "edges",
         .words = "fetch it again"});
}

TEST_CASE("the error for a truncated compressed edge list names the byte") {
  for (const char* suffix : {"gz", "bz2", "xz", "zst"}) {
    const std::string whole = packed(suffix);
    REQUIRE(whole.size() > 20);
    const std::string cut = whole.substr(0, whole.size() - 5);
    check({.what = suffix,
           .edges = cut,
           .place = "edges",
           .words = "truncated at byte " + std::to_string(cut.size())});
  }
}

TEST_CASE("twenty errors are shown together, the rest are counted") {
  std::string text = "1 2\n";
  for (int i = 0; i < 30; ++i) text += "x\n";
  const std::string found = message({.what = "", .edges = text, .place = "", .words = ""});
  CHECK(found.find("edges:2:1: ") == 0);
  CHECK(found.find("edges:21:1: ") != std::string::npos);
  CHECK(found.find("edges:22:1: ") == std::string::npos);
  CHECK(found.find("more errors") != std::string::npos);
}

TEST_CASE("a line of more than 64 MiB is a limit, not a crash") {
  const std::string line(LineReader::kMaxLine + 1, '1');
  CHECK_THROWS_AS(read({.what = "", .edges = "1 2\n" + line, .place = "", .words = ""}),
                  LimitError);
}

TEST_CASE("64 levels of brackets are read, 65 exceed the limit") {
  const auto nested = [](int levels) {
    std::string text;
    for (int i = 0; i < levels - 1; ++i) text += "a [ ";
    for (int i = 0; i < levels - 1; ++i) text += "] ";
    return Damage{.what = "", .edges = gml(text + "\n"), .place = "", .words = ""};
  };
  CHECK_NOTHROW(read(nested(64)));
  CHECK_THROWS_AS(read(nested(65)), LimitError);
}
