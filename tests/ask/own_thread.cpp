// SPDX-License-Identifier: Apache-2.0
// The annotation server without a thread of its own, as in a browser: work() gives the predictions
// that the thread gives.
#include <doctest/doctest.h>

#include <filesystem>
#include <memory>

#include "ask/ring_server.hpp"
#include "datasets/scratch.hpp"

namespace querent::apps {

namespace {

constexpr int kRing = 24;

std::unique_ptr<AnnotationServer> server_in(const std::filesystem::path& folder, bool own_thread) {
  AskSettings settings;
  settings.own_thread = own_thread;
  return ring_server(folder, kRing, 4, settings);
}

void answer_some(AnnotationServer& server) {
  for (int k = 0; k < 6; ++k) {
    const auto next = server.next("me");
    const LeasedQuestion& question = std::get<0>(next).front();
    server.answer({.by = "me"}, question.id, question.item < kRing / 2 ? "A" : "B");
  }
}

}  // namespace

TEST_CASE("without a thread, predictions are made by work() and are those of the thread") {
  const Scratch folder;
  const auto threaded = server_in(folder / "threaded", true);
  const auto idle = server_in(folder / "idle", false);
  answer_some(*threaded);
  answer_some(*idle);
  CHECK_FALSE(threaded->work());
  CHECK(idle->predictions()->items.empty());
  const std::uint64_t before = idle->version();
  idle->work();
  CHECK(idle->version() > before);
  const auto by_work = idle->predictions(), by_thread = threaded->predictions(true);
  REQUIRE(by_work->items.size() == kRing);
  for (std::size_t i = 0; i < by_work->items.size(); ++i) {
    CHECK(by_work->items[i].label == by_thread->items[i].label);
    CHECK(by_work->items[i].probability == by_thread->items[i].probability);
  }
  idle->correct({.by = "me"}, 0, "B");
  CHECK(idle->predictions(true)->events == idle->log().size());  // who waits does the work
  CHECK_FALSE(idle->work());
}

}  // namespace querent::apps
