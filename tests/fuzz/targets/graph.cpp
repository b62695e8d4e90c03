// SPDX-License-Identifier: Apache-2.0
// Graphs of every format, and accompanying files. Input of another format is left to that format's
// target.
#include <querent/graph/read.hpp>

#include "../target.hpp"

namespace querent::fuzz {

namespace {

void graph(std::string_view format, std::string_view bytes) {
  constexpr std::size_t kHead = 65536;
  if (recognise(FileHead(bytes.substr(0, kHead))).name != format) return;
  Input strict = Input::from_memory(bytes, "fuzz");
  try {
    read_graph(strict, nullptr, nullptr);
    return;
  } catch (const DataError&) {  // lenient reading may still succeed
  }
  Input input = Input::from_memory(bytes, "fuzz");
  ReadOptions lenient;
  lenient.lenient = true;
  lenient.symmetrize = Symmetrize::kOr;
  read_graph(input, nullptr, nullptr, lenient);
}

template <bool labels>
void beside(std::string_view bytes) {
  Input edges = Input::from_memory("a b\nb c\nc a\n", "edges");
  Input three = Input::from_memory("a x\nb y\nc x\n", "labels");
  Input fuzzed = Input::from_memory(bytes, "fuzz");
  read_graph(edges, labels ? &fuzzed : &three, labels ? nullptr : &fuzzed);
}

// A list of nodes with separate edges; and the edges of such a list.
void with_nodes(std::string_view edges, std::string_view edges_name, std::string_view nodes) {
  Input of_edges = Input::from_memory(edges, std::string(edges_name));
  Input of_nodes = Input::from_memory(nodes, "nodes");
  read_graph(of_edges, &of_nodes, nullptr, {.symmetrize = Symmetrize::kOr});
}

void linqs_papers(std::string_view bytes) {
  with_nodes("p1\tp2\np2\tp3\n", "cites", bytes);
}
void pubmed_papers(std::string_view bytes) {
  with_nodes("DIRECTED\tcites\nNO_FEATURES\n1\tpaper:p1\t|\tpaper:p2\n", "cites", bytes);
}
void four_area(std::string_view bytes) {
  with_nodes(bytes, "paper_author.txt", "a\t1\nb\t2\nc\t1\n");
}
void four_area_authors(std::string_view bytes) {
  with_nodes("p1\ta\np1\tb\np2\tb\np2\tc\n", "paper_author.txt", bytes);
}

}  // namespace

std::vector<Target> graph_targets() {
  return {{"graph-edge-list", [](std::string_view bytes) { graph("edge list", bytes); }},
          {"graph-npy", [](std::string_view bytes) { graph("npy", bytes); }},
          {"graph-gml", [](std::string_view bytes) { graph("GML", bytes); }},
          {"graph-graphml", [](std::string_view bytes) { graph("GraphML", bytes); }},
          {"graph-matrix-market", [](std::string_view bytes) { graph("Matrix Market", bytes); }},
          {"graph-npz", [](std::string_view bytes) { graph("npz", bytes); }},
          {"graph-linqs", [](std::string_view bytes) { graph("LINQS content", bytes); }},
          {"graph-pubmed", [](std::string_view bytes) { graph("Pubmed citations", bytes); }},
          {"graph-adjacency", [](std::string_view bytes) { graph("adjacency list", bytes); }},
          {"graph-gexf", [](std::string_view bytes) { graph("GEXF", bytes); }},
          {"graph-pajek", [](std::string_view bytes) { graph("Pajek", bytes); }},
          {"graph-node-link", [](std::string_view bytes) { graph("node-link JSON", bytes); }},
          {"graph-linqs-papers", linqs_papers},
          {"graph-pubmed-papers", pubmed_papers},
          {"graph-four-area", four_area},
          {"graph-four-area-authors", four_area_authors},
          {"labels", beside<true>},
          {"node-features", beside<false>}};
}

}  // namespace querent::fuzz
