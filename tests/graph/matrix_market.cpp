// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "graph/readers.hpp"

using namespace querent;
using namespace querent::test;

namespace {

const Reader read_matrix_market = format_named("Matrix Market")->read;

std::string file(const std::string& kind, const std::string& lines) {
  return "%%MatrixMarket matrix coordinate " + kind + "\n% a comment\n" + lines;
}

const Graph kPath({0, 1, 3, 4}, {1, 0, 2, 1}, {0.5, 0.5, 2, 2});

}  // namespace

TEST_CASE("Matrix Market: symmetric, and general with both halves, give the same graph") {
  CHECK(load(read_matrix_market, file("real symmetric", "3 3 2\n2 1 0.5\n3 2 2\n")).graph == kPath);
  const std::string general = file("Real GENERAL", "3 3 4\n1 2 .5\n2 1 .5\n3 2 2\n2 3 2\n");
  for (const Duplicates rule : {Duplicates::kMergeEqual, Duplicates::kSum, Duplicates::kError}) {
    const GraphData data = load(read_matrix_market, general, {.duplicates = rule});
    CHECK(data.graph == kPath);
    CHECK(data.report.lines == 4);
    CHECK(data.report.duplicate_edges == 0);
  }
}

TEST_CASE("Matrix Market: a general matrix that is not symmetric is a directed graph") {
  for (const char* lines : {"2 2 1\n1 2 1\n", "2 2 2\n1 2 1\n2 1 2\n"}) {
    const std::string text = file("integer general", lines);
    CHECK(complaint(read_matrix_market, text).find("symmetrize=") != std::string::npos);
    CHECK(load(read_matrix_market, text, {.symmetrize = Symmetrize::kOr}).graph.num_edges() == 1);
  }
}

TEST_CASE("Matrix Market: rows without entries are isolated nodes, named by their number") {
  const GraphData data = load(read_matrix_market, file("pattern symmetric", "4 4 1\n3 2\n"),
                              {.component = Component::kAll});
  CHECK(data.graph == Graph({0, 0, 1, 2, 2}, {2, 1}));
  CHECK(data.names[3] == "4");
}

TEST_CASE("Matrix Market: an entry may come long before all others of its row") {
  constexpr int kNodes = 1'100'000;
  std::string ring = fmt::format("{0} {0} {0}\n{0} 1\n", kNodes);
  for (int k = 1; k < kNodes; ++k) ring += fmt::format("{} {}\n", k + 1, k);
  CHECK(load(read_matrix_market, file("pattern symmetric", ring)).graph.num_edges() == kNodes);
  const std::string alone = fmt::format("{0} {0} 1\n{0} 1\n", 2 * kNodes);
  CHECK(complaint(read_matrix_market, file("pattern symmetric", alone)).find("without gaps") !=
        std::string::npos);
}

TEST_CASE("Matrix Market: each damage is rejected at its line and byte") {
  const std::string good = "3 3 2\n2 1 0.5\n3 2 2\n";
  check_damages(
      read_matrix_market,
      {
          {"", "f:1:1: ", "an empty file"},
          {"%MatrixMarket matrix coordinate real general\n", "f:1:1: ", "is it a Matrix Market"},
          {"%%MatrixMarket tensor coordinate real general\n", "f:1:16: ", "matrix"},
          {"%%MatrixMarket matrix array real general\n", "f:1:23: ", "coordinate"},
          {file("complex general", good), "f:1:34: ", "real"},
          {file("real hermitian", good), "f:1:39: ", "symmetric"},
          {file("real", good), "f:1:38: ", "the end of the line"},
          {file("real general again", good), "f:1:47: ", "five words"},
          {file("real symmetric", ""), "f:3:1: ", "ROWS COLUMNS ENTRIES"},
          {file("real symmetric", "3 3\n"), "f:3:4: ", "three whole numbers"},
          {file("real symmetric", "3 x 1\n"), "f:3:3: ", "three whole numbers"},
          {file("real symmetric", "3 3 -1\n"), "f:3:5: ", "three whole numbers"},
          {file("real symmetric", "3 3 1 1\n"), "f:3:7: ", "three whole numbers"},
          {file("real symmetric", "3 4 1\n"), "f:3:3: ", "a square matrix"},
          {file("real symmetric", "3 3 2\n2 1 1\n"), "f:5:1: ", "expected 2 entries"},
          {file("real symmetric", good + "3 1 1\n"), "f:6:1: ", "one more"},
          {file("real symmetric", "3 3 1\n2 1\n"), "f:4:4: ", "a value"},
          {file("pattern symmetric", "3 3 1\n2 1 1\n"), "f:4:5: ", "a row and a column"},
          {file("real symmetric", "3 3 1\n0 1 1\n"), "f:4:1: ", "from 1 to 3"},
          {file("real symmetric", "3 3 1\n3 4 1\n"), "f:4:3: ", "from 1 to 3"},
          {file("real symmetric", "3 3 1\n1 2 1\n"), "f:4:1: ", "on or below the diagonal"},
          {file("real symmetric", "3 3 1\n2 1 -1\n"), "f:4:5: ", "at least 0"},
          {file("real symmetric", "3 3 1\n2 1 1e400\n"), "f:4:5: ", "1.8e308"},
          {file("real symmetric", "3 3 1\n2 1 inf\n"), "f:4:5: ", "finite"},
      });
}

TEST_CASE("Matrix Market: a header that claims 2^60 nodes or entries allocates no memory") {
  const std::string huge = "1152921504606846976";
  for (const std::string& size :
       {huge + " " + huge + " 1\n", huge + " " + huge + " " + huge + "\n"}) {
    CHECK_FALSE(complaint(read_matrix_market, file("pattern general", size + "1 2\n")).empty());
    CHECK_FALSE(
        complaint(read_matrix_market, file("pattern general", size + huge + " 2\n")).empty());
  }
}

TEST_CASE("Matrix Market: 2,000 damaged files load or are rejected") {
  check_mutations(read_matrix_market,
                  file("real general", "3 3 4\n1 2 .5\n2 1 .5\n3 2 2\n2 3 2\n"));
}
