// SPDX-License-Identifier: Apache-2.0
// A session as `querent ask` uses it: while answers arrive, another thread computes the predictions
// a copy. Questions and predictions equal the ones of a single thread.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/session/session.hpp>
#include <querent/spectral/embedding.hpp>

using namespace querent;

namespace {

constexpr Node kSide = 24;
constexpr int kAnswers = 40;  // with refits, and dropped mixtures from five answers per class on

// A torus of kSide × kSide nodes, whose classes are its quarters.
std::shared_ptr<const Items> torus_items() {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> neighbours;
  for (Node i = 0; i < kSide * kSide; ++i) {
    const Node row = i / kSide, column = i % kSide;
    std::vector<Node> around{
        (row + 1) % kSide * kSide + column, (row + kSide - 1) % kSide * kSide + column,
        row * kSide + (column + 1) % kSide, row * kSide + (column + kSide - 1) % kSide};
    std::sort(around.begin(), around.end());
    neighbours.insert(neighbours.end(), around.begin(), around.end());
    offsets.push_back(neighbours.size());
  }
  Graph graph(std::move(offsets), std::move(neighbours));
  Embedding embedding = embed(graph, {.dim = 20});
  return std::make_shared<const Items>(items_of(std::move(graph), std::move(embedding)));
}

int quarter(std::uint32_t item) {
  return static_cast<int>(2 * (item / kSide / (kSide / 2)) + item % kSide / (kSide / 2));
}

struct Recorded {
  std::vector<std::uint32_t> asked = {};
  std::vector<double> probabilities = {}, errors = {};

  bool operator==(const Recorded&) const = default;
};

void note(const Session& copy, Recorded& recorded) {
  for (const ItemPrediction& item : copy.predictions())
    recorded.probabilities.push_back(item.probability);
  recorded.errors.push_back(copy.estimate().high);
}

Recorded play(const std::shared_ptr<const Items>& items, bool threads) {
  Session session(items, {"a", "b", "c", "d"},
                  {.checks = 0.3, .seed = 4, .threads = threads ? 2 : 1});
  Recorded recorded;
  std::thread derives;
  for (int k = 0; k < kAnswers; ++k) {
    const std::uint32_t item = std::get<Question>(session.next()).item;
    recorded.asked.push_back(item);
    session.answer(item, quarter(item));
    if (k % 10 == 5)
      session.answer(recorded.asked.front(),
                     quarter(recorded.asked.front()));  // the same label again
    if (k % 10 == 7)
      session.answer(item, (quarter(item) + 1) % 4);  // a correction: the model is rebuilt
    if (k % 8 != 3) continue;
    if (derives.joinable()) derives.join();
    if (threads) {
      derives =
          std::thread([copy = session.for_predictions(), &recorded] { note(copy, recorded); });
    } else {
      note(session.for_predictions(), recorded);
    }
  }
  if (derives.joinable()) derives.join();
  return recorded;
}

}  // namespace

TEST_CASE("a session that is copied for another thread predicts what one thread alone predicts") {
  const auto items = torus_items();
  CHECK(play(items, true) == play(items, false));
}

TEST_CASE("copies of a session ask in separate threads what each asks alone") {
  const Session first(torus_items(), {"a", "b", "c", "d"}, {.seed = 4});
  const auto asked = [&](std::uint64_t seed) {
    Session session = first.with_seed(seed);
    std::vector<std::uint32_t> items;
    for (int k = 0; k < kAnswers; ++k) {
      items.push_back(std::get<Question>(session.next()).item);
      session.answer(items.back(), quarter(items.back()));
    }
    return items;
  };
  std::vector<std::vector<std::uint32_t>> found(4);
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < found.size(); ++seed)
    threads.emplace_back([&, seed] { found[seed] = asked(seed); });
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t seed = 0; seed < found.size(); ++seed) CHECK(found[seed] == asked(seed));
}
