// SPDX-License-Identifier: Apache-2.0
// Classifies the nodes of a graph given as two files, asking for ten labels. README.md shows the
// lines between the marks; a test compares them.
#include <cstdio>
#include <exception>
#include <functional>

#include <querent/graph/read.hpp>
#include <querent/learners/session/session.hpp>

using Oracle = std::function<int(const querent::Question&)>;

// [readme]
std::vector<querent::ItemPrediction> classify(const querent::GraphData& data, const Oracle& ask) {
  using namespace querent;
  Session session(items_of(data.graph, embed(data.graph)), data.classes, {.budget = 10});
  for (auto next = session.next(); next.index() == 0; next = session.next()) {
    const Question& question = std::get<Question>(next);
    session.answer(question.item, ask(question));
  }
  return session.predictions();
}
// [readme]

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fprintf(stderr, "usage: classify_graph EDGES LABELS\n");
    return 2;
  }
  const querent::GraphData data =
      querent::read_graph({.edges = argv[1], .labels = argv[2], .features = {}});
  const auto predictions =
      classify(data, [&](const querent::Question& question) { return data.labels[question.item]; });
  std::size_t wrong = 0, asked = 0;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    wrong += predictions[i].label != data.labels[i];
    asked += predictions[i].asked;
  }
  std::printf("%zu of %zu nodes wrong, %zu labels asked\n", wrong, predictions.size(), asked);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 3;
}
