// SPDX-License-Identifier: Apache-2.0
// Classifies the nodes of a graph given as two files, asking for few labels. README.md shows the
// lines between the marks; a test compares them.
#include <cstdio>
#include <exception>

#include <querent/graph/read.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/play.hpp>
#include <querent/spectral/embedding.hpp>

// [readme]
querent::Tally classify(const char* edges, const char* labels) {
  using namespace querent;
  const GraphData data = read_graph({.edges = edges, .labels = labels, .features = {}});
  const Embedding M = embed(data.graph, {.dim = 100});
  Msg learner(M.row(0).size(), static_cast<int>(data.classes.size()));
  ThetaQuery query(static_cast<int>(data.classes.size()), {.h = 1e-3});
  Rng shuffler = make_rng(0, 0, Stream::kOrder), coin = make_rng(0, 0, Stream::kQuery);
  auto order = random_order(static_cast<Node>(data.graph.num_nodes()), shuffler);
  std::erase_if(order, [&](Node i) { return data.labels[i] == kUnlabelled; });
  return play(
      learner, query, order, [&](Node i) { return DenseRow{M.row(i)}; },
      [&](Node i) { return data.labels[i]; }, coin, [](Node, const Round&) {});
}
// [readme]

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fprintf(stderr, "usage: classify_graph EDGES LABELS\n");
    return 2;
  }
  const querent::Tally tally = classify(argv[1], argv[2]);
  std::printf("%llu of %llu nodes wrong, %llu labels asked\n",
              static_cast<unsigned long long>(tally.mistakes),
              static_cast<unsigned long long>(tally.rounds),
              static_cast<unsigned long long>(tally.queries));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 3;
}
