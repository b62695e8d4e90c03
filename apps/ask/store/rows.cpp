// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/rows.hpp>

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

// The value of a column as SQLite stores it.
template <class Column>
const Column& stored(const Column& column) {
  return column;
}
std::uint64_t stored(bool flag) {
  return flag ? 1 : 0;
}
std::string_view stored(EventKind kind) {
  return to_string(kind);
}

void read_column(const Statement& row, int k, std::string& column) {
  column = row.text(k);
}
void read_column(const Statement& row, int k, double& column) {
  column = row.number(k);
}
void read_column(const Statement& row, int k, std::uint64_t& column) {
  column = row.count(k);
}
void read_column(const Statement& row, int k, bool& column) {
  column = row.count(k) != 0;
}
void read_column(const Statement& row, int k,
                 EventKind& column) {  // the caller has checked the name
  column = event_kind(row.text(k)).value();
}

template <class Row>
Row read_row(const Statement& row) {
  Row result;
  int k = 0;
  std::apply([&](auto&... column) { (read_column(row, k++, column), ...); }, Row::columns(result));
  return result;
}

template <class Row>
std::string sum_of_row(const std::string& before, const Row& row) {
  RowSum sum(before);
  std::apply([&](const auto&... column) { (sum.add(stored(column)), ...); }, Row::columns(row));
  return sum.hex();
}

template <class Row>
void insert_columns(Database& database, const char* sql, const Row& row, const std::string& sum) {
  Statement insertion(database, sql);
  int k = 0;
  std::apply([&](const auto&... column) { (insertion.bind(++k, stored(column)), ...); },
             Row::columns(row));
  insertion.bind(++k, sum).run();
}

[[noreturn]] void not_read_back(const std::string& file, const char* what, std::uint64_t number) {
  throw IoError(
      fmt::format("{}: {} {} differs when read back, so it was not stored", file, what, number));
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

RowSum& RowSum::add(std::string_view text) {
  const std::string length = fmt::format("{}:", text.size());
  sum_.update(length);
  sum_.update(text);
  return *this;
}

RowSum& RowSum::add(double number) {
  return add(fmt::format("{:a}", number));
}

std::string sum_of_start(const std::string& before, std::uint64_t number, std::string_view time,
                         std::string_view settings) {
  return RowSum(before).add(number).add(time).add(settings).hex();
}

std::string sum_of_source(const std::string& before, std::uint64_t event,
                          const StoredSource& source) {
  return RowSum(before)
      .add(event)
      .add(source.fingerprint)
      .add(source.edges)
      .add(joined_ids(source.ids))
      .hex();
}

std::string sum_of(const std::string& before, const AskedQuestion& q) {
  return sum_of_row(before, q);
}

std::string sum_of(const std::string& before, const Event& e) {
  return sum_of_row(before, e);
}

std::string joined_ids(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) {
    text += id;
    text += '\0';
  }
  return text;
}

std::vector<std::string> split_ids(const std::string& text) {
  std::vector<std::string> ids;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\0', begin), text.size());
    ids.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return ids;
}

AskedQuestion question_of(const Statement& row) {
  return read_row<AskedQuestion>(row);
}

Event event_of(const Statement& row, const std::string& file) {
  if (!event_kind(row.text(3)))
    throw CorruptError(
        fmt::format("{}: event {}: unknown kind of event {} — a later version of querent wrote it, "
                    "or it is damaged",
                    file, row.count(0), in_quotes(row.text(3))));
  return read_row<Event>(row);
}

void insert_start(Database& database, std::uint64_t number, std::string_view time,
                  std::string_view settings, std::string_view sum) {
  Statement(database, "INSERT INTO starts VALUES(?, ?, ?, ?)")
      .bind(1, number)
      .bind(2, time)
      .bind(3, settings)
      .bind(4, sum)
      .run();
}

void insert_row(Database& database, const std::string& file, const AskedQuestion& q,
                const std::string& before, const std::string& sum) {
  insert_columns(database, "INSERT INTO questions VALUES(?, ?, ?, ?, ?, ?, ?, ?)", q, sum);
  Statement back(database, fmt::format("{} WHERE id = ?", kQuestionRows));
  if (!back.bind(1, q.id).step() || sum_of(before, question_of(back)) != sum)
    not_read_back(file, "question", q.id);
}

void insert_row(Database& database, const std::string& file, const Event& e,
                const std::string& before, const std::string& sum) {
  insert_columns(database,
                 "INSERT INTO events VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                 e, sum);
  Statement back(database, fmt::format("{} WHERE number = ?", kEventRows));
  if (!back.bind(1, e.number).step() || sum_of(before, event_of(back, file)) != sum)
    not_read_back(file, "event", e.number);
}

void insert_source(Database& database, std::uint64_t event, const StoredSource& source,
                   std::string_view sum) {
  Statement(database, "INSERT INTO sources VALUES(?, ?, ?, ?, ?)")
      .bind(1, event)
      .bind(2, source.fingerprint)
      .bind(3, source.edges)
      .bind(4, joined_ids(source.ids))
      .bind(5, sum)
      .run();
}

}  // namespace querent::apps
