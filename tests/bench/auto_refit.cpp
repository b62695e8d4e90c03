// SPDX-License-Identifier: Apache-2.0
// CPU seconds of `auto` in a pool of 20,000 nodes of 50 planted classes: the last refit at 1,000
// answers, all predictions, and the time between an answer and the next question.
#include <cstdio>
#include <ctime>
#include <numeric>

#include "../session/auto_models.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

constexpr std::uint32_t kNodes = 20'000, kClasses = 50, kSize = kNodes / kClasses;
constexpr std::size_t kAnswers = 1'000;

// A path with three more edges per node, four in five of them inside its class.
Graph planted_classes() {
  Rng rng = make_rng(1, 0, Stream::kOrder);
  Edges edges;
  for (Node i = 0; i < kNodes; ++i) {
    if (i > 0) edges.emplace_back(i - 1, i);
    for (int k = 0; k < 3; ++k) {
      const auto j =
          static_cast<Node>(uniform01(rng) < 0.8 ? i / kSize * kSize + uniform_below(rng, kSize)
                                                 : uniform_below(rng, kNodes));
      if (i != j) edges.emplace_back(i, j);
    }
  }
  return make_graph(kNodes, edges);
}

template <class Work>
void print(const char* name, Work&& work) {
  const std::clock_t begin = std::clock();
  work();
  std::printf("%-36s %.4f CPU s\n", name,
              static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
}

}  // namespace

int main() {
  AutoModel model(kernels_of(nodes_of(planted_classes(), 100)), kClasses, {}, 1);
  std::vector<std::uint32_t> order(kNodes);
  std::iota(order.begin(), order.end(), 0u);
  Rng rng = make_rng(2, 0, Stream::kOrder);
  shuffle(order, rng);
  const auto learn = [&](std::size_t k) {
    model.learn({order[k], static_cast<int>(order[k] / kSize)});
  };
  for (std::size_t k = 0; k + 1 < kAnswers; ++k) learn(k);
  print("every refit before 1,000 answers", [&] { model.update(); });
  learn(kAnswers - 1);
  print("the refit at 1,000 answers", [&] { model.update(); });
  print("all predictions", [&] { model.all_probabilities(); });
  learn(kAnswers);
  print("an answer", [&] { model.update(); });
  print("which item is next", [&] { model.utilities(true); });
}
