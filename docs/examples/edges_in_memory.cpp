// SPDX-License-Identifier: Apache-2.0
// From edges in a std::vector to predictions: two groups of friends and one friendship between.
#include <cstdio>
#include <querent/graph/from_memory.hpp>
#include <querent/learners/session/session.hpp>
int main() {
  using namespace querent;
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}};
  const Graph graph = graph_of(6, edges);
  Session session(items_of(graph, embed(graph)), {"left", "right"}, {.budget = 3});
  for (auto next = session.next(); next.index() == 0; next = session.next()) {
    const std::uint32_t item = std::get<Question>(next).item;
    session.answer(item, item < 3 ? 0 : 1);  // the annotator
  }
  for (const ItemPrediction& prediction : session.predictions())
    std::printf("%s %s\n", prediction.label == 0 ? "left" : "right",
                prediction.asked ? "(asked)" : "");
}
