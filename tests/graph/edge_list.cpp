// SPDX-License-Identifier: Apache-2.0
#include <string>

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

TEST_CASE("an edge list is the same graph separated by blanks, tabs or commas, with any line end") {
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

TEST_CASE("an id is its text: 7 and 007 are two nodes, and any text is an id") {
  const GraphData data = read("7 007\n7 18446744073709551615\n7 Zoë\n7 9223372036854775808\n");
  REQUIRE(data.names.size() == 5);
  CHECK(data.names[1] == "007");
  CHECK(data.names[2] == "18446744073709551615");
  CHECK(data.names[3] == "Zoë");
}
