// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/schema.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kApplication = 0x71727973;  // "qrys"

constexpr const char* kSchema = R"(
CREATE TABLE starts(number INTEGER PRIMARY KEY, time TEXT NOT NULL, settings TEXT NOT NULL,
  sum TEXT NOT NULL);
CREATE TABLE questions(id INTEGER PRIMARY KEY, item TEXT NOT NULL, why TEXT NOT NULL,
  probability REAL NOT NULL, uniform INTEGER NOT NULL, guess TEXT NOT NULL,
  guess_probability REAL NOT NULL, sum TEXT NOT NULL);
CREATE TABLE events(number INTEGER PRIMARY KEY, time TEXT NOT NULL, who TEXT NOT NULL,
  kind TEXT NOT NULL, item TEXT NOT NULL, class TEXT NOT NULL, target INTEGER NOT NULL,
  question INTEGER NOT NULL, guess TEXT NOT NULL, guess_probability REAL NOT NULL,
  probability REAL NOT NULL, seconds REAL NOT NULL, key TEXT NOT NULL, posed INTEGER NOT NULL,
  error REAL NOT NULL, error_low REAL NOT NULL, error_high REAL NOT NULL, sum TEXT NOT NULL);
CREATE TABLE sources(event INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, edges INTEGER NOT NULL,
  ids TEXT NOT NULL, sum TEXT NOT NULL);
CREATE UNIQUE INDEX events_by_key ON events(key);
CREATE TRIGGER events_stay BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;
)";

struct SchemaEntry {
  std::string name, text;
  friend bool operator==(const SchemaEntry&, const SchemaEntry&) = default;
};

std::vector<SchemaEntry> entries_of_schema(Database& database) {
  std::vector<SchemaEntry> entries;
  Statement all(database,
                "SELECT name, type || ' of ' || tbl_name || ': ' || coalesce(sql, '') "
                "FROM sqlite_master ORDER BY name, type");
  while (all.step()) entries.push_back({all.text(0), all.text(1)});
  return entries;
}

}  // namespace

bool is_empty(Database& database) {
  return database.count_of("SELECT count(*) FROM sqlite_master") == 0;
}

void create_tables(Database& database) {
  Transaction whole(database);
  database.execute(kSchema);
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                               kApplication, kNewestStore));
  whole.commit();
}

void check_schema(Database& database, const std::string& file, const HeadFile& head) {
  if (database.count_of("PRAGMA application_id") != kApplication)
    throw CorruptError(fmt::format("{}: not a file of answers by querent", file));
  const std::uint64_t version = database.count_of("PRAGMA user_version");
  if (version < kOldestStore || version > kNewestStore)
    throw CorruptError(
        fmt::format("{}: expected version {}, found {} — use a later version of querent", file,
                    kNewestStore, version));
  Database ours(":memory:", Database::Access::kReadWrite);
  ours.execute(kSchema);
  const auto expected = entries_of_schema(ours), found = entries_of_schema(database);
  for (std::size_t k = 0; k < std::max(expected.size(), found.size()); ++k) {
    if (k < expected.size() && k < found.size() && expected[k] == found[k]) continue;
    const std::string& name = k < found.size() ? found[k].name : expected[k].name;
    throw CorruptError(fmt::format(
        "{}: damaged: querent did not write its {} — restore the directory from a backup", file,
        in_quotes(name)));
  }
  if (version == kNewestStore && !head.known())
    throw CorruptError(
        fmt::format("{}: damaged: the file {} beside it is missing — restore the directory from a "
                    "backup",
                    file, HeadFile::kFileName));
}

}  // namespace querent::apps
