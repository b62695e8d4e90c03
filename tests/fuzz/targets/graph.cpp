// SPDX-License-Identifier: Apache-2.0
// Graphs of every format, and the files beside one. Bytes that show another format are another
// target's.
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
  } catch (const DataError&) {  // lenient reading may still like it
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

}  // namespace

std::vector<Target> graph_targets() {
  return {{"graph-edge-list", [](std::string_view bytes) { graph("edge list", bytes); }},
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
          {"labels", beside<true>},
          {"node-features", beside<false>}};
}

}  // namespace querent::fuzz
