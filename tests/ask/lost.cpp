// SPDX-License-Identifier: Apache-2.0
// Losses are detected: of rows, of the log and of the head; and so are additions to the database.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include <fmt/format.h>

#include <querent/apps/ask/store/contents.hpp>
#include <querent/apps/ask/store/head.hpp>
#include <querent/apps/ask/store/rows.hpp>
#include <querent/apps/ask/store/store.hpp>
#include <querent/datasets/error.hpp>

#include "../datasets/scratch.hpp"

namespace querent::apps {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kAnswers = 30;

Event answer_event(std::uint64_t n, double seconds = 2) {
  return {.by = "Ada",
          .item = fmt::format("node {}", n),
          .label = "DB",
          .question = n,
          .seconds = seconds,
          .key = fmt::format("key {}", n),
          .questions_asked = n};
}

AskedQuestion asked_question(std::uint64_t n) {
  return {.id = n, .item = fmt::format("node {}", n), .why = "check", .probability = 0.1};
}

void say(AskStore& store, std::uint64_t n) {
  std::optional<StoredSource> source;
  if (n % 10 == 1) source = StoredSource{.fingerprint = "f", .ids = {"node 1"}, .edges = n};
  store.add_question(asked_question(n));
  store.append(answer_event(n), std::move(source));
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// A directory of answers after a kill: nothing was closed, and the log has all answers.
void kill_one_that_answers(const fs::path& to, const fs::path& work) {
  AskStore store(work, AskStore::Access::kWrite);
  store.start("{}");
  for (std::uint64_t n = 1; n <= kAnswers; ++n) say(store, n);
  fs::create_directories(to);
  for (const char* name : {"answers.sqlite", "answers.sqlite-wal", "answers.head"})
    fs::copy_file(work / name, to / name);
}

// Opens the store: returns the number of events, or nullopt if damage is reported.
std::optional<std::uint64_t> opened(const fs::path& folder, AskStore::Access access) {
  try {
    return AskStore(folder, access).events().size();
  } catch (const CorruptError&) {
    return std::nullopt;
  }
}

void changed_by_sql(const fs::path& folder, const std::string& sql) {
  Database database(folder / AskStore::kFileName, Database::Access::kReadWrite);
  database.without_triggers();
  database.execute(sql);
}

void close_one_that_answers(const fs::path& folder) {
  AskStore store(folder, AskStore::Access::kWrite);
  store.start("{}");
  for (std::uint64_t n = 1; n <= kAnswers; ++n) say(store, n);
}

// Writes a store of version 1: without a head, and with −0 hashed as −0.
void write_version_1(const fs::path& folder, double seconds, const std::string& also = {}) {
  close_one_that_answers(folder);
  fs::remove(folder / HeadFile::kFileName);
  Database database(folder / AskStore::kFileName, Database::Access::kReadWrite);
  database.without_triggers();
  database.execute("PRAGMA user_version = 1");
  std::string sum;
  for (std::uint64_t n = 1; n <= kAnswers; ++n) {
    Event event = [&] {
      Statement row(database, fmt::format("SELECT * FROM events WHERE number = {}", n));
      REQUIRE(row.step());
      return row_of<Event>(row, "");
    }();
    if (n == 7) event.seconds = seconds;
    sum = sum_of(sum, event);
    Statement(database, "UPDATE events SET sum = ?, seconds = ? WHERE number = ?")
        .bind(1, sum)
        .bind(2, event.seconds)
        .bind(3, n)
        .run();
  }
  if (!also.empty()) database.execute(also);
}

}  // namespace

TEST_CASE("ask: byte by byte of the log, answers are intact or an error is reported (M1)") {
  const Scratch scratch;
  kill_one_that_answers(scratch / "killed", scratch / "work");
  CHECK(opened(scratch / "killed", AskStore::Access::kRead) == kAnswers);
  const std::string log = bytes_of(scratch / "killed" / "answers.sqlite-wal");
  REQUIRE(log.size() > 10000);
  int missed = 0, tried = 0;
  const auto damage = [&](const std::string& now) {
    fs::remove_all(scratch / "damaged");
    fs::copy(scratch / "killed", scratch / "damaged");
    std::ofstream(scratch / "damaged" / "answers.sqlite-wal", std::ios::binary) << now;
    const auto read = opened(scratch / "damaged", AskStore::Access::kRead);
    const auto written = opened(scratch / "damaged", AskStore::Access::kWrite);
    CHECK(read.value_or(kAnswers) == kAnswers);
    CHECK(read == written);
    missed += !read;
    ++tried;
  };
  for (std::size_t at = 0; at < log.size(); at += 997) {
    std::string now = log;
    now[at] = static_cast<char>(now[at] ^ 1);
    damage(now);
    damage(log.substr(0, at));
  }
  CHECK(missed > tried / 2);
  fs::remove_all(scratch / "damaged");
  fs::copy(scratch / "killed", scratch / "damaged");
  fs::remove(scratch / "damaged" / "answers.sqlite-wal");
  CHECK(!opened(scratch / "damaged", AskStore::Access::kWrite));
  // a rejected log is kept, so that it can be restored
  std::ofstream(scratch / "damaged" / "answers.sqlite-wal", std::ios::binary) << log;
  CHECK(opened(scratch / "damaged", AskStore::Access::kWrite) == kAnswers);
}

TEST_CASE("ask: rows that SQL removed at the end of any table are detected (M1, L3)") {
  for (const char* sql :
       {"DELETE FROM events WHERE number > 25", "DELETE FROM events", "DELETE FROM starts",
        "DELETE FROM questions WHERE id > 29", "DELETE FROM questions", "DELETE FROM sources",
        "DELETE FROM sources WHERE event > 20",
        "DELETE FROM events; DELETE FROM questions; DELETE FROM sources; DELETE FROM starts"}) {
    CAPTURE(sql);
    const Scratch scratch;
    close_one_that_answers(scratch / "mine");
    changed_by_sql(scratch / "mine", sql);
    CHECK(!opened(scratch / "mine", AskStore::Access::kRead));
    CHECK(!opened(scratch / "mine", AskStore::Access::kWrite));
  }
}

TEST_CASE("ask: a view, trigger, table or index that was added is rejected (L3)") {
  for (const char* sql :
       {"CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM questions; END",
        "CREATE VIEW v AS SELECT 1", "CREATE TABLE more(x)", "CREATE INDEX i ON events(item)",
        "DROP TRIGGER events_stay", "DROP INDEX events_by_key",
        "ALTER TABLE events RENAME TO kept; CREATE VIEW events AS SELECT * FROM kept WHERE 0",
        "ALTER TABLE questions ADD COLUMN more TEXT"}) {
    CAPTURE(sql);
    const Scratch scratch;
    close_one_that_answers(scratch / "mine");
    changed_by_sql(scratch / "mine", sql);
    CHECK(!opened(scratch / "mine", AskStore::Access::kRead));
    CHECK(!opened(scratch / "mine", AskStore::Access::kWrite));
  }
}

TEST_CASE("ask: a damaged or missing head is reported, an incomplete write is not") {
  const Scratch scratch;
  close_one_that_answers(scratch / "mine");
  const std::string head = bytes_of(scratch / "mine" / HeadFile::kFileName);
  const auto with = [&](const std::string& now) {
    std::ofstream(scratch / "mine" / HeadFile::kFileName, std::ios::binary) << now;
    return opened(scratch / "mine", AskStore::Access::kRead);
  };
  for (std::size_t at = 0; at < head.size(); at += 13) {
    std::string now = head;
    now[at] = static_cast<char>(now[at] ^ 1);
    CHECK(with(now) == kAnswers);  // the other slot is intact
  }
  std::string both = head;
  both[100] = both[4096 + 100] = 'x';
  CHECK(!with(both));
  CHECK(!with(""));
  CHECK(with(head) == kAnswers);
  fs::remove(scratch / "mine" / HeadFile::kFileName);
  CHECK(!opened(scratch / "mine", AskStore::Access::kRead));
  CHECK(!opened(scratch / "mine", AskStore::Access::kWrite));
  with(head);
  fs::remove(scratch / "mine" / AskStore::kFileName);
  CHECK(!opened(scratch / "mine", AskStore::Access::kRead));
  CHECK(!opened(scratch / "mine", AskStore::Access::kWrite));
}

TEST_CASE("ask: killed between a commit and its head, the store has the answer") {
  const Scratch scratch;
  AskStore store(scratch / "work", AskStore::Access::kWrite);
  for (std::uint64_t n = 1; n <= 5; ++n) {
    const std::string before = bytes_of(scratch / "work" / HeadFile::kFileName);
    say(store, n);
    const fs::path killed = scratch / fmt::format("killed {}", n);
    fs::create_directories(killed);
    for (const char* name : {"answers.sqlite", "answers.sqlite-wal"})
      fs::copy_file(scratch / "work" / name, killed / name);
    std::ofstream(killed / HeadFile::kFileName, std::ios::binary) << before;
    CHECK(opened(killed, AskStore::Access::kRead) == n);
    CHECK(opened(killed, AskStore::Access::kWrite) == n);
    CHECK(bytes_of(killed / HeadFile::kFileName) != before);
  }
}

TEST_CASE("ask: a store of version 1 is read, gets a head when written, and then detects losses") {
  const Scratch scratch;
  write_version_1(scratch / "old", 2);
  CHECK(opened(scratch / "old", AskStore::Access::kRead) == kAnswers);
  CHECK(!fs::exists(scratch / "old" / HeadFile::kFileName));
  {
    AskStore store(scratch / "old", AskStore::Access::kWrite);
    say(store, kAnswers + 1);
  }
  CHECK(opened(scratch / "old", AskStore::Access::kRead) == kAnswers + 1);
  changed_by_sql(scratch / "old", "DELETE FROM events WHERE number > 30");
  CHECK(!opened(scratch / "old", AskStore::Access::kRead));
}

TEST_CASE("ask: −0 of an earlier version is repaired with all answers, no other damage is (C1)") {
  const Scratch scratch;
  write_version_1(scratch / "old", -0.0);
  CHECK_THROWS_WITH_AS(AskStore(scratch / "old", AskStore::Access::kWrite),
                       doctest::Contains("--repair"), CorruptError);
  const std::string before = bytes_of(scratch / "old" / AskStore::kFileName);
  const Repair repair = repair_answers(scratch / "old");
  REQUIRE(repair.rows.size() == 1);
  CHECK(to_string(repair.rows.front()) == "event 7 had −0 instead of 0");
  CHECK(bytes_of(repair.copy) == before);
  CHECK(opened(scratch / "old", AskStore::Access::kWrite) == kAnswers);
  CHECK(repair_answers(scratch / "old").rows.empty());
  // with any other damage the repair is refused and changes nothing
  for (const char* also :
       {"UPDATE events SET class = 'DM' WHERE number = 20",
        "UPDATE events SET seconds = 3 WHERE number = 7", "DELETE FROM events WHERE number = 20",
        "UPDATE events SET sum = 'x' WHERE number = 30"}) {
    CAPTURE(also);
    const Scratch other;
    write_version_1(other / "old", -0.0, also);
    const std::string was = bytes_of(other / "old" / AskStore::kFileName);
    CHECK_THROWS_AS(repair_answers(other / "old"), CorruptError);
    CHECK(bytes_of(other / "old" / AskStore::kFileName) == was);
    CHECK(!opened(other / "old", AskStore::Access::kWrite));
  }
}

TEST_CASE("ask: −0 is stored as 0, and a number that is not finite is refused without effect") {
  const Scratch scratch;
  {
    AskStore store(scratch / "mine", AskStore::Access::kWrite);
    store.add_question(
        {.id = 1, .item = "a", .why = "check", .probability = -0.0, .guess_probability = -0.0});
    store.append({.item = "a",
                  .label = "A",
                  .guess_probability = -0.0,
                  .probability = -0.0,
                  .seconds = -0.0,
                  .key = "1",
                  .error = -0.0,
                  .error_low = -0.0,
                  .error_high = -0.0});
    CHECK_THROWS(store.append({.item = "a", .label = "A", .seconds = 1e308 * 10, .key = "2"}));
    CHECK(store.events().size() == 1);
  }
  CHECK(opened(scratch / "mine", AskStore::Access::kWrite) == 1);
}

}  // namespace querent::apps
