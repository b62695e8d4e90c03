// SPDX-License-Identifier: Apache-2.0
// The annotation server without a thread of its own, as in a browser: work() gives the predictions
// that the thread gives.
#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

namespace {

constexpr int kRing = 24;

std::unique_ptr<AnnotationServer> ring_server(const std::filesystem::path& folder,
                                              bool own_thread) {
  std::filesystem::create_directories(folder);
  std::ofstream edges(folder / "edges.tsv");
  for (int i = 0; i < kRing; ++i) edges << "n" << i << " n" << (i + 1) % kRing << "\n";
  edges.close();
  SourceOptions source;
  source.edges = (folder / "edges.tsv").string();
  source.labels_needed = false;
  source.read.component = Component::kAll;
  EmbedOptions embed;
  embed.no_cache = embed.pool = true;
  embed.embedding.dim = 4;
  Console console;
  console.quiet = true;
  AskSettings settings;
  settings.directory = folder / "answers";
  settings.classes = {"A", "B"};
  settings.own_thread = own_thread;
  return std::make_unique<AnnotationServer>(AskItems(prepare(source, embed, console), {}),
                                            settings);
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
  std::string name = std::filesystem::temp_directory_path() / "querent-test-XXXXXX";
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  const std::filesystem::path folder = name;
  {
    const auto threaded = ring_server(folder / "threaded", true);
    const auto idle = ring_server(folder / "idle", false);
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
  std::filesystem::remove_all(folder);
}

}  // namespace querent::apps
