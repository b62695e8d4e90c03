// SPDX-License-Identifier: Apache-2.0
// The store of `querent ask` reads back what was appended, and rejects damaged data.
#include <doctest/doctest.h>

#include <fstream>
#include <random>

#include <nlohmann/json.hpp>

#include <querent/apps/ask/settings.hpp>
#include <querent/apps/ask/store/store.hpp>
#include <querent/datasets/error.hpp>

#include "../datasets/scratch.hpp"

namespace querent::apps {

namespace {

Event event_of(std::uint64_t n) {
  return {.by = "Ada",
          .kind = EventKind::kClass,
          .item = "node " + std::to_string(n),
          .label = n % 2 == 0 ? "DB" : "DM",
          .question = n,
          .guess = "DB",
          .guess_probability = 1.0 / 3,
          .probability = 0.1,
          .seconds = 2.5,
          .key = "key " + std::to_string(n),
          .questions_asked = n};
}

// A label given without a question.
Event unasked(std::uint64_t n) {
  Event event = event_of(n);
  event.question = event.questions_asked = 0;
  return event;
}

AskedQuestion question_of(std::uint64_t n) {
  return {.id = n,
          .item = "node " + std::to_string(n),
          .why = "check",
          .probability = 0.1,
          .uniform = true,
          .guess = "DB",
          .guess_probability = 1.0 / 3};
}

void fill(const std::filesystem::path& directory, std::uint64_t events) {
  AskStore store(directory, AskStore::Access::kWrite);
  store.start(R"({"seed": 1})");
  for (std::uint64_t n = 1; n <= events; ++n) {
    store.add_question(question_of(n));
    store.append(event_of(n));
  }
}

std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("ask: events are read back bit by bit, in order, and found by key") {
  const Scratch scratch;
  fill(scratch / "mine", 20);
  const AskStore store(scratch / "mine", AskStore::Access::kRead);
  REQUIRE(store.settings() == R"({"seed": 1})");
  REQUIRE(store.events().size() == 20);
  REQUIRE(store.questions().size() == 20);
  for (std::uint64_t n = 1; n <= 20; ++n) {
    const Event& event = store.events()[n - 1];
    CHECK(event.number == n);
    CHECK(event.item == event_of(n).item);
    CHECK(event.label == event_of(n).label);
    CHECK(event.guess_probability == 1.0 / 3);
    CHECK(event.time.size() == std::string("2026-11-22T08:00:00.123Z").size());
    CHECK(store.questions()[n - 1].uniform);
    CHECK(store.find(event_of(n).key) == &event);
  }
  CHECK(store.find("never") == nullptr);
}

TEST_CASE("ask: a store with a writer refuses another writer but not a reader") {
  const Scratch scratch;
  AskStore store(scratch / "mine", AskStore::Access::kWrite);
  CHECK_THROWS_AS(AskStore(scratch / "mine", AskStore::Access::kWrite), IoError);
  store.append(unasked(1));
  CHECK(AskStore(scratch / "mine", AskStore::Access::kRead).events().size() == 1);
  CHECK_THROWS_AS(AskStore(scratch / "none", AskStore::Access::kRead), IoError);
}

TEST_CASE("ask: a key counts once") {
  const Scratch scratch;
  AskStore store(scratch / "mine", AskStore::Access::kWrite);
  store.append(unasked(1));
  CHECK_THROWS(store.append(unasked(1)));
  CHECK(store.events().size() == 1);
  CHECK(store.append(unasked(2)).number == 2);  // and the store is unchanged
}

TEST_CASE("ask: an event that refers to a missing question or event is refused") {
  const Scratch scratch;
  AskStore store(scratch / "mine", AskStore::Access::kWrite);
  CHECK_THROWS_AS(store.append(event_of(1)), std::invalid_argument);
  Event undo = unasked(1);
  undo.kind = EventKind::kUndo;
  for (const std::uint64_t target : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}}) {
    undo.target = target;
    CHECK_THROWS_AS(store.append(undo), std::invalid_argument);
  }
  CHECK(store.events().empty());
}

// Every byte matters: after any change the store is rejected or has the same contents.
TEST_CASE("ask: a store with a changed byte is rejected or has the same contents") {
  const Scratch scratch;
  fill(scratch / "mine", 30);
  const auto file = scratch / "mine" / AskStore::kFileName;
  const std::string whole = read(file);
  std::mt19937 random(7);
  int refused = 0;
  constexpr int kDamages = 400;
  for (int k = 0; k < kDamages; ++k) {
    std::string damaged = whole;
    damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    std::filesystem::create_directories(scratch / "damaged");
    std::ofstream(scratch / "damaged" / AskStore::kFileName, std::ios::binary) << damaged;
    try {
      const AskStore store(scratch / "damaged", AskStore::Access::kWrite);
      REQUIRE(store.events().size() == 30);
      for (std::uint64_t n = 1; n <= 30; ++n) {
        REQUIRE(store.events()[n - 1].label == event_of(n).label);
        REQUIRE(store.events()[n - 1].item == event_of(n).item);
      }
      REQUIRE(store.questions().size() == 30);
    } catch (const CorruptError&) {
      ++refused;
    }
    std::filesystem::remove_all(scratch / "damaged");
  }
  CHECK(refused > kDamages / 4);  // most of the file consists of rows
}

TEST_CASE("ask: a store of a later version and the file of another program are refused") {
  const Scratch scratch;
  fill(scratch / "mine", 1);
  const auto file = scratch / "mine" / AskStore::kFileName;
  {
    Database database(file, Database::Access::kReadWrite);
    database.execute("PRAGMA user_version = 99");
  }
  CHECK_THROWS_WITH_AS(AskStore(scratch / "mine", AskStore::Access::kRead),
                       doctest::Contains("version 2, found 99"), CorruptError);
  std::filesystem::create_directories(scratch / "other");
  {
    Database other(scratch / "other" / AskStore::kFileName, Database::Access::kReadWrite);
    other.execute("CREATE TABLE things(name TEXT)");
  }
  CHECK_THROWS_AS(AskStore(scratch / "other", AskStore::Access::kWrite), CorruptError);
}

TEST_CASE("ask: events can neither be changed nor removed") {
  const Scratch scratch;
  fill(scratch / "mine", 3);
  Database database(scratch / "mine" / AskStore::kFileName, Database::Access::kReadWrite);
  CHECK_THROWS(database.execute("UPDATE events SET class = 'IR'"));
  CHECK_THROWS(database.execute("DELETE FROM events"));
}

TEST_CASE(
    "ask: each field of the stored settings is checked for type and range, and named in errors") {
  AskSettings settings;
  settings.classes = {"A", "B"};
  settings.budget = 20;
  const auto good = nlohmann::json::parse(settings_json(settings));
  CHECK(settings_of(good.dump(), {}).budget == 20);
  const std::vector<std::pair<const char*, std::vector<nlohmann::json>>> wrong{
      {"classes", {nullptr, "A", {1}, {"A", "A"}, {"A", ""}}},
      {"learner", {nullptr, 3}},
      {"query", {nullptr, 3}},
      {"params", {nullptr, {1}, {{"h", "x"}}, {{"h", nullptr}}}},
      {"encoding", {nullptr, 3, "", "zero-hot"}},
      {"order", {nullptr, 3, "", "queue"}},
      {"budget", {-1, 0.5, "20", {20}}},
      {"stop_at_error", {nullptr, -0.1, 1.5, "0.1"}},
      {"checks", {nullptr, -0.1, 1.5, true}},
      {"find", {nullptr, 3, "no such class"}},
      {"stop_at_recall", {nullptr, -0.1, 1.5, "0.1"}},
      {"seed", {nullptr, -1, 0.5, 1e300}},
      {"yes_no", {nullptr, 0, "false"}},
      {"overlap", {nullptr, -0.1, 1.5, 1e300}},
      {"arguments", {nullptr, "--edges", {1}}}};
  CHECK(wrong.size() == good.size());
  for (const auto& [name, values] : wrong) {
    auto missing = good;
    missing.erase(name);
    if (const std::string field = name;
        field == "find" || field == "stop_at_recall") {  // older stores do not have these fields
      CHECK_NOTHROW(settings_of(missing.dump(), {}));
    } else {
      CHECK_THROWS_WITH_AS(settings_of(missing.dump(), {}), doctest::Contains(name), CorruptError);
    }
    for (const auto& value : values) {
      auto changed = good;
      changed[name] = value;
      CAPTURE(changed.dump());
      CHECK_THROWS_WITH_AS(settings_of(changed.dump(), {}), doctest::Contains(name), CorruptError);
    }
  }
  for (const char* text : {"", "{", "null", "[]", "3"})
    CHECK_THROWS_AS(settings_of(text, {}), CorruptError);
}

}  // namespace querent::apps
