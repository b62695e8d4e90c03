// SPDX-License-Identifier: Apache-2.0
// A graph format is added by one file and one line. This program is the library with dimacs.cpp and
// the line FORMAT(dimacs) in formats.hpp, which CMakeLists.txt inserts; nothing else changed.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include <querent/graph/read.hpp>

using namespace querent;

namespace {

GraphData read(const std::string& text) {
  Input edges = Input::from_memory(text, "petersen.col");
  return read_graph(edges, nullptr, nullptr);
}

}  // namespace

TEST_CASE("one file and one line add a graph format with its suffix and errors to read_graph") {
  const GraphData path = read("p edge 3 2\ne 1 2\ne 2 3\n");
  CHECK(path.graph.num_nodes() == 3);
  CHECK(path.graph.num_edges() == 2);
  CHECK(path.report.format == "DIMACS");
  CHECK(format_of_name("petersen.col.gz")->name == "DIMACS");
  CHECK_THROWS_WITH_AS(read("p edge 3 2\ne 1\n"),
                       doctest::Contains("petersen.col:2:1: expected \"e u v\""), DataError);
}

TEST_CASE("every format has a unique name, and a remedy if it has no edges") {
  std::set<std::string_view> names, endings;
  for (const GraphFormat& format : graph_formats()) {
    CAPTURE(format.name);
    CHECK(names.insert(format.name).second);
    if (!format.ending.empty()) CHECK(endings.insert(format.ending).second);
    CHECK(bool(format.recognises != nullptr));
    if (!format.read && format.holds != Holds::kUnread) CHECK(!format.remedy.empty());
    if (format.holds == Holds::kNodes) {
      REQUIRE(format_named(format.edges) != nullptr);
      CHECK(bool(format_named(format.edges)->read != nullptr));
      CHECK(bool(format.read_nodes != nullptr));
      CHECK(bool(format.read_edges != nullptr));
      CHECK(!format.edges_remedy.empty());
    }
  }
  CHECK(names.size() == 17);
  CHECK(graph_formats().back().recognises(FileHead("anything at all")));
}
