// SPDX-License-Identifier: Apache-2.0
// One random graph as written by NetworkX and SciPy, in five files.
#include <cstdlib>
#include <fstream>
#include <map>
#include <utility>

#include "datasets/scratch.hpp"
#include "graph/readers.hpp"
#include "support/not_on_windows.hpp"

using namespace querent;
using namespace querent::test;

namespace {

const Reader read_gml = format_named("GML")->read;
const Reader read_graphml = format_named("GraphML")->read;
const Reader read_matrix_market = format_named("Matrix Market")->read;
const Reader read_npz = format_named("npz")->read;

/// False if the peers are not installed.
bool write_files(const Scratch& scratch) {
  std::ofstream(scratch / "make.py") << R"(
import random, networkx, scipy.io, scipy.sparse
random.seed(3)
graph = networkx.gnp_random_graph(40, 0.2, seed=3)
for u, v in graph.edges: graph[u][v]["weight"] = random.random() + 1e-3
for u in graph: graph.nodes[u]["club"] = random.choice(["Zoë & Co", "b\"c<d>", "1"])
networkx.write_gml(graph, "g.gml")
networkx.write_graphml(graph, "g.graphml")
s = scipy.sparse.csr_matrix(networkx.to_scipy_sparse_array(graph))
scipy.io.mmwrite("symmetric.mtx", s, symmetry="symmetric", precision=17)
scipy.io.mmwrite("general.mtx", s, symmetry="general", precision=17)
scipy.sparse.save_npz("csr.npz", s)
scipy.sparse.save_npz("csc.npz", s.tocsc(), compressed=False)
scipy.sparse.save_npz("coo.npz", s.tocoo())
import numpy
base = dict(data=numpy.ones(2), indices=numpy.array([1, 0]), indptr=numpy.array([0, 1, 2]),
            shape=numpy.array([2, 2]), format=numpy.array("csr"))
for i, change in enumerate([
    dict(data=numpy.ones(3)), dict(data=numpy.array([1, numpy.nan])), dict(data=numpy.array([1.0, -1])),
    dict(data=numpy.array([1, numpy.inf])), dict(data=numpy.array([None, None])),
    dict(indices=numpy.array([1, 2])), dict(indices=numpy.array([1, -1])), dict(indices=numpy.array([.5, 1])),
    dict(indptr=numpy.array([0, 1])), dict(indptr=numpy.array([0, 2, 1])), dict(indptr=numpy.array([1, 1, 2])),
    dict(shape=numpy.array([2, 3])), dict(shape=numpy.array([2])), dict(shape=numpy.array([2**60, 2**60])),
    dict(shape=numpy.array([-2, 2])), dict(format=numpy.array("bsr")), dict(format=numpy.array(7)),
    dict(adj_matrix=numpy.array({"a": 1}))]):
    numpy.savez(f"bad{i}.npz", **{**base, **change})
with open("edges", "w") as out:
    for u, v, w in graph.edges.data("weight"): print(u, v, repr(w), file=out)
with open("clubs", "w") as out:
    for u in graph: print(graph.nodes[u]["club"], file=out)
)";
  return std::system(
             ("cd " + scratch.path().string() + " && /usr/bin/python3 make.py 2>log").c_str()) == 0;
}

using Weights = std::map<std::pair<Node, Node>, double>;

Weights weights_of(const Graph& graph) {
  Weights weights;
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    for (std::size_t k = 0; k < graph.neighbours(i).size(); ++k)
      weights[{i, graph.neighbours(i)[k]}] = graph.weights(i)[k];
  }
  return weights;
}

}  // namespace

ARCHIVES_TEST_CASE(
    "GML, GraphML, Matrix Market and npz of NetworkX and SciPy give the same graph") {
  const Scratch scratch;
  if (!write_files(scratch)) {
    MESSAGE("NetworkX or SciPy is absent: skipped");
    return;
  }
  Weights expected;
  std::ifstream edges(scratch / "edges");
  Node u = 0, v = 0;
  for (double w = 0; edges >> u >> v >> w;) expected[{u, v}] = expected[{v, u}] = w;
  std::vector<std::string> clubs;
  std::ifstream lines(scratch / "clubs");
  for (std::string club; std::getline(lines, club);) clubs.push_back(club);

  for (const auto& file : {std::pair<std::string, Reader>{"g.gml", read_gml},
                           {"g.graphml", read_graphml},
                           {"symmetric.mtx", read_matrix_market},
                           {"general.mtx", read_matrix_market},
                           {"csr.npz", read_npz},
                           {"csc.npz", read_npz}}) {
    const std::string name = file.first;
    CAPTURE(name);
    const GraphData data = load(file.second, slurp(scratch / name), {.component = Component::kAll});
    CHECK(weights_of(data.graph) == expected);
    CHECK(data.report.duplicate_edges == 0);
    if (!name.starts_with("g.")) continue;
    REQUIRE(data.labels.size() == clubs.size());
    for (std::size_t i = 0; i < clubs.size(); ++i)
      CHECK(data.classes[static_cast<std::size_t>(data.labels[i])] == clubs[i]);
  }
}

ARCHIVES_TEST_CASE(
    "npz: other layouts, truncated files and 2,000 damaged ones load or are rejected") {
  const Scratch scratch;
  if (!write_files(scratch)) {
    MESSAGE("NetworkX or SciPy is absent: skipped");
    return;
  }
  CHECK(complaint(read_npz, slurp(scratch / "coo.npz")).empty());
  const std::string whole = slurp(scratch / "csc.npz");
  for (std::size_t size = 0; size < whole.size() / 2; size += 97) {
    CAPTURE(size);
    CHECK(complaint(read_npz, whole.substr(0, size)).starts_with("f"));
  }
  check_mutations(read_npz, slurp(scratch / "csr.npz"));
}

ARCHIVES_TEST_CASE("npz: each error names its array") {
  const Scratch scratch;
  if (!write_files(scratch)) {
    MESSAGE("NetworkX or SciPy is absent: skipped");
    return;
  }
  constexpr std::pair<const char*, const char*> kExpected[] = {
      {"indices", "an index for each of 3 values"},
      {"data", "found nan"},
      {"data", "found -1"},
      {"data", "found inf"},
      {"data", "Python objects"},
      {"indices", "a column from 0 to 1, found 2"},
      {"indices", "a column from 0 to 1, found -1"},
      {"indices", "0.5"},
      {"indptr", "3 row ends"},
      {"indptr", "ascend"},
      {"indptr", "ascend"},
      {"shape", "a square matrix"},
      {"shape", "rows and columns"},
      {"indptr", "row ends"},
      {"shape", "rows and columns"},
      {"data", "blocks that tile the matrix"},
      {"format", "csr, csc, coo or bsr, found '7'"},
      {"adj_matrix", "Python objects"},
  };
  int number = 0;
  for (const auto& [array, what] : kExpected) {
    const std::string found =
        complaint(read_npz, slurp(scratch / ("bad" + std::to_string(number++) + ".npz")));
    CAPTURE(number);
    CAPTURE(found);
    CHECK(found.starts_with("f:" + std::string(array) + ".npy:"));
    CHECK(found.find(what) != found.npos);
  }
}
