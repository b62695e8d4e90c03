// SPDX-License-Identifier: Apache-2.0
// A sweep: how the error of MSG and its number of labels depend on h. Every h plays the same 20
// random orders with the same random numbers, so that only h differs.
//
//   sweep EDGES LABELS
#include <cstdio>
#include <exception>
#include <vector>

#include <querent/graph/read.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/mean_std.hpp>
#include <querent/learners/play.hpp>
#include <querent/spectral/embedding.hpp>

int main(int argc, char** argv) try {
  using namespace querent;
  if (argc != 3) return std::fprintf(stderr, "usage: sweep EDGES LABELS\n"), 2;
  const GraphData data = read_graph({.edges = argv[1], .labels = argv[2], .features = {}});
  const Embedding M = embed(data.graph, {.dim = 100});
  const auto num_classes = static_cast<int>(data.classes.size());
  std::vector<Node> labelled;
  for (Node i = 0; i < data.labels.size(); ++i)
    if (data.labels[i] != kUnlabelled) labelled.push_back(i);

  std::printf("h,error rate,spread,labels asked,spread\n");
  for (const double h : {1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
    std::vector<Tally> runs;
    for (std::uint64_t run = 0; run < 20; ++run) {
      Msg learner(M.row(0).size(), num_classes);
      ThetaQuery query(num_classes, {.h = h});
      Rng shuffler = make_rng(0, run, Stream::kOrder), coin = make_rng(0, run, Stream::kQuery);
      auto order = labelled;
      shuffle(order, shuffler);
      runs.push_back(play(
          learner, query, order, [&](Node i) { return DenseRow{M.row(i)}; },
          [&](Node i) { return data.labels[i]; }, coin, [](Node, const Round&) {}));
    }
    const MeanStd error = mean_std_of(runs, [](const Tally& run) { return run.error_rate(); });
    const MeanStd asked =
        mean_std_of(runs, [](const Tally& run) { return static_cast<double>(run.queries); });
    std::printf("%g,%.4f,%.4f,%.1f,%.1f\n", h, error.mean, error.std, asked.mean, asked.std);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 3;
}
