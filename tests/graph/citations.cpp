// SPDX-License-Identifier: Apache-2.0
// LINQS, Pubmed-Diabetes and DBLP four-area: a file of nodes and a file of citations or papers.
#include "graph/readers.hpp"

using namespace querent;
using namespace querent::test;

namespace {

const std::string kContent = "a\t1\t0\tX\nb\t0\t1\tY\nc\t0\t0\tX\n";
const std::string kCites = "a\tb\nb\tc\nc\tb\nc\tc\nq\ta\n";
const std::string kNodes =
    "NODE\tpaper\ncat=1,2:label\tnumeric:w-x:0.0\tnumeric:w-y:0.0\tsummary:s\n"
    "a\tlabel=1\tw-x=0.5\tsummary=w-x\nb\tlabel=2\tw-y=0.25\tw-x=1\tsummary=w-y,w-x\nc\tlabel=1\n";
const std::string kDirected =
    "DIRECTED\tcites\nNO_FEATURES\n1\tpaper:a\t|\tpaper:b\n2\tpaper:b\t|\tpaper:c\n"
    "3\tpaper:c\t|\tpaper:b\n4\tpaper:c\t|\tpaper:c\n5\tpaper:q\t|\tpaper:a\n";
const Graph kPath({0, 1, 3, 4}, {1, 0, 2, 1});

const GraphFormat &kLinqs = *format_named("LINQS content"),
                  &kPubmed = *format_named("Pubmed papers"),
                  &kDblp = *format_named("DBLP four-area");
const Reader kDirectedAlone = format_named("Pubmed citations")->read;

/// Reads `nodes`, then the edges between the listed nodes.
Reader after(const std::string& nodes, const GraphFormat& format) {
  return [nodes, &format](Input& input, GraphBuilder& builder) {
    Input listed = Input::from_memory(nodes, "nodes");
    format.read_nodes(listed, builder);
    (format.read_edges ? format.read_edges : format.read)(input, builder);
  };
}

const Reader kCitesAfter = after(kContent, kLinqs),
             kPapers = after("1\t0\tAda\n2\t1\tBob\n3\t0\tEve\n", kDblp);

}  // namespace

TEST_CASE("LINQS and Pubmed give the same graph and classes, unlisted papers are counted") {
  for (const GraphData& data :
       {load(kCitesAfter, kCites), load(after(kNodes, kPubmed), kDirected)}) {
    CHECK(data.graph == kPath);
    CHECK(data.labels == std::vector<int>{0, 1, 0});
    CHECK(data.features.dim == 2);
    CHECK(data.report.lines == 5);
    CHECK(data.report.self_loops == 1);
    CHECK(data.report.duplicate_edges == 1);
    CHECK(data.report.edges_to_unknown_nodes == 1);
  }
  CHECK(load(kDirectedAlone, kDirected).graph.num_nodes() == 4);
}

TEST_CASE("DBLP: the weight of two authors is the number of shared papers") {
  const GraphData data = load(kPapers, "p\t1\np\t2\nq\t2\nq\t1\nr\t3\nr\t2\nr\t9\nr\t3\n");
  CHECK(data.graph == Graph({0, 1, 3, 4}, {1, 0, 2, 1}, {2, 2, 1, 1}));
  CHECK(data.labels == std::vector<int>{0, 1, 0});
}

TEST_CASE("LINQS: each damage is rejected at its line and byte") {
  check_damages(kLinqs.read_nodes,
                {
                    {"", "f: ", "found no line"},
                    {"a\n", "f:1:2: ", "an id, words and a class"},
                    {"a\t1\tX\nb\tY\n", "f:2:4: ", "expected 3 columns as on line 1"},
                    {"a\t1\tX\nb\t1\t1\tY\n", "f:2:7: ", "expected 3 columns"},
                    {"a\t1\tX\na\t1\tX\n", "f:2:1: ", "each paper once"},
                    {"a\tx\tX\n", "f:1:3: ", "a number"},
                    {"a\t0\tnan\t1\tX\n", "f:1:5: ", "finite"},
                    {"é\t1e999\tX\n", "f:1:4: ", "1.8e308"},
                    {"a\t1\t\xff\n", "f:1:5: ", "0xff"},
                    {std::string("a\t\0\tX\n", 6), "f:1:3: ", "NUL"},
                    {"\t1\tX\n", "f:1:1: ", "empty"},
                });
  check_damages(kCitesAfter, {
                                 {"a\n", "f:1:2: ", "two paper ids"},
                                 {"a\tb\n\nc\td\te\n", "f:3:5: ", "two paper ids"},
                             });
}

TEST_CASE("Pubmed: each damage is rejected at its line and byte") {
  const std::string head = "NODE\tpaper\ncat=1,2:label\tnumeric:w-x:0.0\n";
  check_damages(
      kPubmed.read_nodes,
      {
          {"", "f: ", "end of the file"},
          {"NODE\tauthor\n", "f:1:1: ", "NODE<tab>paper"},
          {"NODE\tpaper\n", "f:2:1: ", "names the columns"},
          {"NODE\tpaper\nnumeric:w:0\n", "f:2:1: ", "cat="},
          {"NODE\tpaper\ncat=1:label\tnumeric:w\n", "f:2:13: ", "numeric:NAME:DEFAULT"},
          {"NODE\tpaper\ncat=1:label\tnumeric:w:0\tnumeric:w:0\n", "f:2:25: ", "each column once"},
          {head + "a\tlabel=1\na\tlabel=1\n", "f:4:1: ", "each paper once"},
          {head + "a\tlabel\n", "f:3:3: ", "NAME=VALUE"},
          {head + "a\tlabel=1\tw-z=1\n", "f:3:11: ", "line 2 names"},
          {head + "a\tlabel=1\tw-x=q\n", "f:3:11: ", "a number"},
          {head + "a\tw-x=1\n", "f:3:1: ", "label=CLASS"},
          {head + "a\tlabel=1\tw-x=1\tw-x=1\n", "f:3:1: ", "one twice"},
      });
  const std::string top = "DIRECTED\tcites\nNO_FEATURES\n";
  check_damages(kDirectedAlone, {
                                    {"DIRECTED\n", "f:1:1: ", "DIRECTED<tab>cites"},
                                    {"DIRECTED\tcites\n1\n", "f:2:1: ", "NO_FEATURES"},
                                    {top + "1\n", "f:3:2: ", "paper:ID"},
                                    {top + "1\ta\t|\tpaper:b\n", "f:3:3: ", "paper:ID"},
                                    {top + "1\tpaper:a\tpaper:b\n", "f:3:11: ", "paper:ID"},
                                    {top + "1\tpaper:a\t|\tpaper:\n", "f:3:13: ", "paper:ID"},
                                    {top + "1\tpaper:a\t|\tpaper:b\tx\n", "f:3:21: ", "paper:ID"},
                                    {top + "1\tpaper:" + std::string(5000, 'a') + "\t|\tpaper:b\n",
                                     "f:3:9: ", "4096 bytes"},
                                });
}

TEST_CASE("DBLP: each damage is rejected at its line and byte") {
  check_damages(kDblp.read_nodes, {
                                      {"", "f: ", "found no line"},
                                      {"1\n", "f:1:2: ", "an author id"},
                                      {"\t1\n", "f:1:1: ", "an author id"},
                                      {"1\t0\tAda\tx\n", "f:1:9: ", "an author id"},
                                      {"1\t0\n1\t0\n", "f:2:1: ", "each author once"},
                                  });
  check_damages(kPapers, {
                             {"p\n", "f:1:2: ", "a paper id"},
                             {"\t1\n", "f:1:1: ", "a paper id"},
                             {"p\t\n", "f:1:3: ", "a paper id"},
                             {"p\t1\t2\n", "f:1:5: ", "a paper id"},
                         });
}

TEST_CASE("LINQS, Pubmed and DBLP: 2,000 damaged files each load or are rejected") {
  check_mutations(kLinqs.read_nodes, kContent);
  check_mutations(kCitesAfter, kCites);
  check_mutations(kPubmed.read_nodes, kNodes);
  check_mutations(kDirectedAlone, kDirected);
  check_mutations(kPapers, "p\t1\np\t2\nq\t2\nq\t1\nr\t3\n");
}
