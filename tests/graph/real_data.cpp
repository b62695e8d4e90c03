// SPDX-License-Identifier: Apache-2.0
// Facts about real graphs in $QUERENT_SHARED; tests are skipped by name without them.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>

#include "datasets/scratch.hpp"

using namespace querent;

namespace {

struct Fact {
  std::string edges, labels = {}, features = {};
  ReadOptions options = {};
  std::uint64_t num_nodes = 0, num_edges = 0, classes = 0;
  std::uint64_t largest_nodes = 0, largest_edges = 0;  // 0: unknown
  std::uint64_t lines = 0, self_loops = 0, feature_dim = 0;
};

std::filesystem::path path_of(const std::string& name) {
  if (name.starts_with("embedded/")) return std::filesystem::path(QUERENT_DATASETS) / name;
  return shared_directory() / "data/graphs" / name;
}

void check(const Fact& fact) {
  CAPTURE(fact.edges);
  for (const auto& file : {fact.edges, fact.labels, fact.features}) {
    if (file.empty() || std::filesystem::exists(path_of(file))) continue;
    MESSAGE(file << " is absent: skipped");
    return;
  }
  GraphSource source{.edges = path_of(fact.edges), .labels = {}, .features = {}};
  if (!fact.labels.empty()) source.labels = path_of(fact.labels);
  if (!fact.features.empty()) source.features = path_of(fact.features);
  ReadOptions options = fact.options;
  options.component = Component::kAll;
  const GraphData all = read_graph(source, options);
  CHECK(all.graph.num_nodes() == fact.num_nodes);
  CHECK(all.graph.num_edges() == fact.num_edges);
  CHECK(all.classes.size() == fact.classes);
  CHECK(all.report.unlabelled_nodes == 0);
  CHECK(all.features.dim == fact.feature_dim);
  if (fact.lines > 0) CHECK(all.report.lines == fact.lines);
  CHECK(all.report.self_loops == fact.self_loops);
  if (fact.largest_nodes == 0) return;
  options.component = Component::kLargest;
  const GraphData largest = read_graph(source, options);
  CHECK(largest.graph.num_nodes() == fact.largest_nodes);
  if (fact.largest_edges > 0) CHECK(largest.graph.num_edges() == fact.largest_edges);
  CHECK(largest.report.nodes_outside_largest_component == fact.num_nodes - fact.largest_nodes);
}

const ReadOptions kListed{.nodes_from_labels = true};

}  // namespace

TEST_CASE("cora has 2,708 papers in 7 classes, 5,278 edges of 5,429 citations, 2,485 connected") {
  for (const Fact& files :
       {Fact{.edges = "cora/edges.tsv",
       .labels = "cora/labels.tsv",
       .features = "cora/features.svm.xz"},
        Fact{.edges = "cora/cora.cites", .labels = "cora/cora.content.xz", .lines = 5429}}) {
    Fact fact = files;
    fact.num_nodes = 2708;
    fact.num_edges = 5278;
    fact.classes = 7;
    fact.feature_dim = 1433;
    fact.largest_nodes = 2485;
    fact.largest_edges = 5069;
    check(fact);
  }
}

TEST_CASE("cora's converted features equal those of its .content file for every paper") {
  if (!std::filesystem::exists(path_of("cora/cora.content.xz"))) {
    MESSAGE("cora is absent: skipped");
    return;
  }
  const GraphData original =
      read_graph({path_of("cora/cora.cites"), path_of("cora/cora.content.xz"), std::nullopt});
  const GraphData converted = read_graph(
      {path_of("cora/edges.tsv"), path_of("cora/labels.tsv"), path_of("cora/features.svm.xz")});
  REQUIRE(original.names.size() == converted.names.size());
  std::map<std::string_view, Node> place;
  for (Node i = 0; i < converted.names.size(); ++i) place[converted.names[i]] = i;
  const auto row = [](const GraphData& data, Node i) {
    const auto& f = data.features;
    return std::vector<std::uint32_t>(
        f.index.begin() + static_cast<std::ptrdiff_t>(f.offsets[i]),
        f.index.begin() + static_cast<std::ptrdiff_t>(f.offsets[i + std::size_t{1}]));
  };
  bool same = true;
  for (Node i = 0; i < original.names.size(); ++i) {
    REQUIRE(place.contains(original.names[i]));
    const Node j = place[original.names[i]];
    same = same && row(original, i) == row(converted, j) &&
           original.classes[static_cast<std::size_t>(original.labels[i])] ==
               converted.classes[static_cast<std::size_t>(converted.labels[j])];
  }
  CHECK(same);
}

TEST_CASE("citeseer has 3,312 papers in 6 classes, 48 of them without an edge, 2,110 connected") {
  check({.edges = "citeseer/edges.tsv",
         .labels = "citeseer/labels.tsv",
         .features = "citeseer/features.svm.xz",
         .options = kListed,
         .num_nodes = 3312,
         .num_edges = 4536,
         .classes = 6,
         .largest_nodes = 2110,
         .largest_edges = 3668,
         .feature_dim = 3703});
}

TEST_CASE("pubmed is connected: 19,717 papers in 3 classes, 44,324 edges of 44,338 lines, 3 self") {
  for (const Fact& files : {Fact{.edges = "pubmed/edges.tsv.xz"},
                            Fact{.edges = "pubmed/Pubmed-Diabetes.DIRECTED.cites.tab.xz",
                            .lines = 44338,
                            .self_loops = 3}}) {
    Fact fact = files;
    fact.labels = "pubmed/labels.tsv";
    fact.num_nodes = fact.largest_nodes = 19717;
    fact.num_edges = fact.largest_edges = 44324;
    fact.classes = 3;
    check(fact);
  }
}

TEST_CASE("harp-dblp has 27,199 authors in 4 areas and 66,832 edges, 20,111 connected") {
  check({.edges = "harp-dblp/edges.tsv.xz",
         .labels = "harp-dblp/labels.argmax.tsv",
         .num_nodes = 27199,
         .num_edges = 66832,
         .classes = 4,
         .largest_nodes = 20111,
         .largest_edges = 57508});
}

TEST_CASE("the two film graphs have 7,823 and 2,996 films in 4 genres, some without an edge") {
  check({.edges = "imdb-snbc-4genres/edges.tsv.xz",
         .labels = "imdb-snbc-4genres/labels.tsv",
         .options = kListed,
         .num_nodes = 7823,
         .num_edges = 72482,
         .classes = 4,
         .largest_nodes = 7242,
         .largest_edges = 72325});
  check({.edges = "imdb5000-first4/edges.tsv",
         .labels = "imdb5000-first4/labels.tsv",
         .options = kListed,
         .num_nodes = 2996,
         .num_edges = 19413,
         .classes = 4});
}

TEST_CASE("coauthor-cs, amazon-photo and github-social have the counts of their releases") {
  check({.edges = "coauthor-cs/edges.tsv.xz",
         .labels = "coauthor-cs/labels.tsv",
         .num_nodes = 18333,
         .num_edges = 81894,
         .classes = 15,
         .largest_nodes = 18333,
         .largest_edges = 81894});
  check({.edges = "amazon-photo/edges.tsv.xz",
         .labels = "amazon-photo/labels.tsv",
         .features = "amazon-photo/features.svm.xz",
         .options = kListed,
         .num_nodes = 7650,
         .num_edges = 119081,
         .classes = 8,
         .feature_dim = 745});
  check({.edges = "github-social/edges.tsv.xz",
         .labels = "github-social/labels.tsv",
         .num_nodes = 37700,
         .num_edges = 289003,
         .classes = 2});
}

TEST_CASE("email-eu-core has 1,005 people in 42 departments, 986 connected, 642 self-loops") {
  check({.edges = "email-eu-core/email-Eu-core.txt",
         .labels = "email-eu-core/email-Eu-core-department-labels.txt",
         .num_nodes = 1005,
         .num_edges = 16064,
         .classes = 42,
         .largest_nodes = 986,
         .lines = 25571,
         .self_loops = 642});
}

TEST_CASE(
    "Newman's graphs: polblogs 1,490 and 16,715, polbooks 105 and 441, football 115 and 613") {
  check({.edges = "polblogs/polblogs.gml.xz",
         .options = {.duplicates = Duplicates::kMax, .symmetrize = Symmetrize::kOr},
         .num_nodes = 1490,
         .num_edges = 16715,
         .classes = 2,
         .self_loops = 3});
  check({.edges = "polbooks/polbooks.gml", .num_nodes = 105, .num_edges = 441, .classes = 3});
  check({.edges = "football/football.gml", .num_nodes = 115, .num_edges = 613, .classes = 12});
}

TEST_CASE("karate has 34 members, 78 friendships and 2 clubs, as an edge list and as GML") {
  const Fact karate{
      .edges = "", .num_nodes = 34, .num_edges = 78, .classes = 2, .largest_nodes = 34};
  for (const auto& [edges, labels] :
       {std::pair("embedded/graphs/karate/edges.tsv", "embedded/graphs/karate/labels.tsv"),
        std::pair("karate/edges.tsv", "karate/labels.tsv"),
        std::pair("karate/libigraph-doc.karate.gml", "karate/labels.tsv")}) {
    Fact fact = karate;
    fact.edges = edges;
    fact.labels = labels;
    check(fact);
  }
}

TEST_CASE("debian has 57,842 packages in 58 sections, 247,618 dependencies, 56,746 connected") {
  check({.edges = "embedded/graphs/debian/edges.tsv.xz",
         .labels = "embedded/graphs/debian/labels.tsv.xz",
         .num_nodes = 57842,
         .num_edges = 247618,
         .classes = 58,
         .largest_nodes = 56746,
         .largest_edges = 246649});
}
