// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/contents.hpp>

#include <fmt/format.h>

#include <querent/apps/ask/store/rows.hpp>
#include <querent/apps/ask/store/store.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/file_lock.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

namespace fs = std::filesystem;

namespace {

// Copies the database to "answers.sqlite.before-repair", with its log under the name that SQLite
// expects. Earlier copies are kept.
fs::path kept_copy(const fs::path& file) {
  fs::path copy = file.string() + ".before-repair";
  for (int k = 2; fs::exists(copy); ++k)
    copy = fmt::format("{}.before-repair-{}", file.string(), k);
  try {
    for (const char* suffix : {"-wal", ""}) {
      const fs::path from = file.string() + suffix, to = copy.string() + suffix;
      if (!fs::exists(from) || fs::is_empty(from)) continue;
      fs::copy_file(from, to);
      sync_file(to);
    }
  } catch (const fs::filesystem_error& error) {
    throw IoError(fmt::format("{}: {}", copy.string(), error.code().message()));
  }
  return copy;
}

template <class Row>
void rewrite_sums(Database& database, const char* sql, const std::vector<Row>& rows) {
  std::string sum;
  Statement update(database, sql);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    sum = sum_of(sum, rows[k]);
    update.bind(1, sum).bind(2, std::uint64_t{k + 1}).run();
  }
}

}  // namespace

std::string to_string(const MendedRow& row) {
  return fmt::format("{} {} had −0 instead of 0",
                     row.table == MendedRow::Table::kEvent ? "event" : "question", row.number);
}

Repair repair_answers(const fs::path& directory) {
  if (!AskStore::exists(directory))
    throw IoError(fmt::format("{}: this directory has no answers to repair", directory.string()));
  const DirectoryLock lock(directory);
  const fs::path file = directory / AskStore::kFileName;
  const std::string name = file.string();
  const HeadFile head(directory / HeadFile::kFileName);
  if (!fs::exists(file))
    throw CorruptError(fmt::format(
        "{}: damaged: the file is missing — restore the directory from a backup", name));
  Database database(file, Database::Access::kReadWrite);
  database.execute("PRAGMA synchronous = FULL");
  Repair repair;
  Transaction whole(database);
  check_schema(database, name, head);
  // versions that write a head do not store −0
  const bool may = head.known().value_or(StoreHead{}) == StoreHead{};
  const StoreContents contents =
      read_contents(database, name, head.known(),
                    may ? NegativeZeros::kMend : NegativeZeros::kRefuse, repair.rows);
  if (repair.rows.empty()) return repair;
  repair.copy = kept_copy(file);
  database.without_triggers();
  rewrite_sums(database, "UPDATE questions SET sum = ? WHERE id = ?", contents.questions);
  rewrite_sums(database, "UPDATE events SET sum = ? WHERE number = ?", contents.events);
  std::vector<MendedRow> none;
  read_contents(database, name, std::nullopt, NegativeZeros::kRefuse, none);
  whole.commit();
  database.keep_tidy();
  return repair;
}

namespace {

[[noreturn]] void damaged(const std::string& file, const std::string& where) {
  throw CorruptError(fmt::format(
      "{}: damaged: {} was changed after it was written — restore the directory from a backup",
      file, where));
}

// Accumulates the sums of one table and compares them with the stored head.
class Chain {
 public:
  Chain(const std::string& file, const char* rows, const TableEnd& known)
      : file_(file), rows_(rows), known_(known) {}

  const std::string& sum() const { return end_.sum; }
  void add(std::string sum) {
    end_ = {.rows = end_.rows + 1, .sum = std::move(sum)};
    if (end_.rows == known_.rows && end_.sum != known_.sum)
      damaged(file_, fmt::format("row {} of {}", end_.rows, rows_));
  }
  TableEnd checked_end() const {
    if (end_.rows < known_.rows)
      throw CorruptError(
          fmt::format("{}: damaged: {} rows of {} were written, but only {} are left — restore the "
                      "directory from a backup",
                      file_, known_.rows, rows_, end_.rows));
    return end_;
  }

 private:
  const std::string& file_;
  const char* rows_;
  TableEnd known_, end_ = {};
};

// Whether the sum matches the row after some of its zeros are replaced by −0.
template <class Row>
bool was_of_negative_zeros(const std::string& before, Row row, const std::string& sum) {
  const auto numbers = Row::numbers(row);
  for (unsigned mask = 1; mask < 1U << numbers.size(); ++mask) {
    bool fits = true;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const bool negative = (mask >> k & 1U) != 0;
      fits = fits && (!negative || *numbers[k] == 0);
      if (*numbers[k] == 0) *numbers[k] = negative ? -0.0 : 0.0;
    }
    if (fits && sum_of(before, row) == sum) return true;
  }
  return false;
}

class ContentsReader {
 public:
  ContentsReader(Database& database, const std::string& file, const StoreHead& head,
                 NegativeZeros zeros, std::vector<MendedRow>& mended)
      : database_(database), file_(file), head_(head), zeros_(zeros), mended_(mended) {}

  StoreContents read() {
    read_starts();
    read_questions();
    read_events();
    read_sources();
    return std::move(contents_);
  }

 private:
  void read_starts() {
    Chain chain(file_, "starts", head_.starts);
    Statement rows(database_, "SELECT number, time, settings, sum FROM starts ORDER BY number");
    for (std::uint64_t expected = 1; rows.step(); ++expected) {
      contents_.settings = rows.text(2);
      const std::string sum =
          sum_of_start(chain.sum(), rows.count(0), rows.text(1), *contents_.settings);
      if (rows.text(3) != sum || rows.count(0) != expected)
        damaged(file_, fmt::format("start {}", expected));
      chain.add(sum);
    }
    contents_.head.starts = chain.checked_end();
  }

  void read_questions() {
    Chain chain(file_, "questions", head_.questions);
    Statement rows(database_, fmt::format("{} ORDER BY id", kQuestionRows));
    while (rows.step()) {
      contents_.questions.push_back(question_of(rows));
      const AskedQuestion& q = contents_.questions.back();
      const std::string sum = rows.text(kQuestionSum);
      check(MendedRow::Table::kQuestion, "question", chain.sum(), q, sum);
      if (q.id != contents_.questions.size())
        damaged(file_, fmt::format("question {}", contents_.questions.size()));
      chain.add(sum);
    }
    contents_.head.questions = chain.checked_end();
  }

  void read_events() {
    Chain chain(file_, "events", head_.events);
    Statement rows(database_, fmt::format("{} ORDER BY number", kEventRows));
    while (rows.step()) {
      contents_.events.push_back(event_of(rows, file_));
      const Event& e = contents_.events.back();
      const std::string sum = rows.text(kEventSum);
      check(MendedRow::Table::kEvent, "event", chain.sum(), e, sum);
      if (!speaks_of_known(e, contents_.events.size(), contents_.questions.size()))
        damaged(file_, fmt::format("event {}", contents_.events.size()));
      chain.add(sum);
    }
    contents_.head.events = chain.checked_end();
  }

  void read_sources() {
    Chain chain(file_, "sources", head_.sources);
    Statement rows(database_,
                   "SELECT event, fingerprint, edges, ids, sum FROM sources ORDER BY event");
    while (rows.step()) {
      contents_.source = {
          .fingerprint = rows.text(1), .ids = split_ids(rows.text(3)), .edges = rows.count(2)};
      const std::string sum = sum_of_source(chain.sum(), rows.count(0), *contents_.source);
      if (rows.text(4) != sum) damaged(file_, fmt::format("the source of event {}", rows.count(0)));
      chain.add(sum);
    }
    contents_.head.sources = chain.checked_end();
  }

  template <class Row>
  void check(MendedRow::Table table, const char* what, const std::string& before, const Row& row,
             const std::string& sum) {
    if (sum_of(before, row) == sum) return;
    const std::uint64_t number =
        table == MendedRow::Table::kEvent ? contents_.events.size() : contents_.questions.size();
    if (!was_of_negative_zeros(before, row, sum))
      damaged(file_, fmt::format("{} {}", what, number));
    if (zeros_ == NegativeZeros::kRefuse)
      throw CorruptError(
          fmt::format("{}: {} {} was written by an earlier version that changed −0 to 0 — `querent "
                      "ask {} --repair` repairs it and keeps a copy",
                      file_, what, number, std::filesystem::path(file_).parent_path().string()));
    mended_.push_back({table, number});
  }

  Database& database_;
  const std::string& file_;
  const StoreHead& head_;
  NegativeZeros zeros_;
  std::vector<MendedRow>& mended_;
  StoreContents contents_;
};

}  // namespace

StoreContents read_contents(Database& database, const std::string& file,
                            const std::optional<StoreHead>& head, NegativeZeros zeros,
                            std::vector<MendedRow>& mended) {
  if (const std::string found = database.text_of("PRAGMA integrity_check(1)"); found != "ok")
    throw CorruptError(fmt::format("{}: damaged: {}", file, found));
  const StoreHead known = head.value_or(StoreHead{});
  return ContentsReader(database, file, known, zeros, mended).read();
}

}  // namespace querent::apps
