// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/rows.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>
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
std::string stored(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) (text += id) += '\0';  // no reader accepts NUL in an id
  return text;
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
void read_column(const Statement& row, int k, std::vector<std::string>& column) {
  const std::string text = row.text(k);
  for (std::size_t begin = 0; begin < text.size(); begin += column.back().size() + 1)
    column.push_back(text.substr(begin, text.find('\0', begin) - begin));
}
void read_column(const Statement& row, int k,
                 EventKind& column) {  // the caller has checked the name
  column = event_kind(row.text(k)).value();
}

// Each column is preceded by its length, so that different rows give different input.
void add_to(Sha256& sum, std::string_view text) {
  sum.update(fmt::format("{}:", text.size()));
  sum.update(text);
}
void add_to(Sha256& sum, double number) {
  add_to(sum, fmt::format("{:a}", number));
}
void add_to(Sha256& sum, std::uint64_t number) {
  add_to(sum, std::to_string(number));
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

template <class Row>
std::string sum_of(const std::string& before, const Row& row) {
  Sha256 sum;
  add_to(sum, before);
  std::apply([&](const auto&... column) { (add_to(sum, stored(column)), ...); }, Row::columns(row));
  return sum.hex();
}

template <class Row>
Row row_of(const Statement& statement, const std::string& file) {
  if (std::is_same_v<Row, Event> && !event_kind(statement.text(3)))
    throw CorruptError(
        fmt::format("{}: event {}: unknown kind of event {} — a later version of querent wrote it, "
                    "or it is damaged",
                    file, statement.count(0), in_quotes(statement.text(3))));
  Row row;
  int k = 0;
  std::apply([&](auto&... column) { (read_column(statement, k++, column), ...); },
             Row::columns(row));
  return row;
}

template <class Row>
void append_row(Database& database, const std::string& file, TableEnd& end, const Row& row) {
  const std::string sum = sum_of(end.sum, row);
  std::string places = "?";
  for (int k = 0; k < kColumns<Row>; ++k) places += ", ?";
  Statement insertion(database, fmt::format("INSERT INTO {} VALUES({})", Row::kTable, places));
  int k = 0;
  std::apply([&](const auto&... column) { (insertion.bind(++k, stored(column)), ...); },
             Row::columns(row));
  insertion.bind(++k, sum).run();
  const std::uint64_t key = std::get<0>(Row::columns(row));
  Statement back(database, fmt::format("SELECT * FROM {} WHERE rowid = ?", Row::kTable));
  if (!back.bind(1, key).step() || sum_of(end.sum, row_of<Row>(back, file)) != sum)
    throw IoError(fmt::format("{}: {} {} differs when read back, so it was not stored", file,
                              Row::kRow, key));
  end = {.rows = end.rows + 1, .sum = sum};
}

#define QUERENT_ROW(Row)                                          \
  template std::string sum_of(const std::string&, const Row&);    \
  template Row row_of<Row>(const Statement&, const std::string&); \
  template void append_row(Database&, const std::string&, TableEnd&, const Row&);
QUERENT_ROW(StoredStart)
QUERENT_ROW(AskedQuestion)
QUERENT_ROW(Event)
QUERENT_ROW(StoredSource)
#undef QUERENT_ROW

}  // namespace querent::apps
