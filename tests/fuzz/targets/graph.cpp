// SPDX-License-Identifier: Apache-2.0
// Graphs of every format, and the files beside one. Bytes that show another format are another
// target's.
#include <querent/graph/read.hpp>

#include "../target.hpp"

namespace querent::fuzz {

namespace {

template <GraphFormat format>
void graph(std::string_view bytes) {
  constexpr std::size_t kHead = 65536;
  if (recognise(bytes.substr(0, kHead)) != format) return;
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
  return {{"graph-edge-list", graph<GraphFormat::kEdgeList>},
          {"graph-gml", graph<GraphFormat::kGml>},
          {"graph-graphml", graph<GraphFormat::kGraphMl>},
          {"graph-matrix-market", graph<GraphFormat::kMatrixMarket>},
          {"graph-npz", graph<GraphFormat::kNpz>},
          {"graph-linqs", graph<GraphFormat::kLinqsContent>},
          {"graph-pubmed", graph<GraphFormat::kPubmedCites>},
          {"graph-adjacency", graph<GraphFormat::kAdjacency>},
          {"graph-gexf", graph<GraphFormat::kGexf>},
          {"graph-pajek", graph<GraphFormat::kPajek>},
          {"graph-node-link", graph<GraphFormat::kNodeLink>},
          {"labels", beside<true>},
          {"node-features", beside<false>}};
}

}  // namespace querent::fuzz
