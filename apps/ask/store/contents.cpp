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
void rewrite_sums(Database& database, const std::vector<Row>& rows) {
  std::string sum;
  Statement update(database, fmt::format("UPDATE {} SET sum = ? WHERE rowid = ?", Row::kTable));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    sum = sum_of(sum, rows[k]);
    update.bind(1, sum).bind(2, std::uint64_t{k + 1}).run();
  }
}

}  // namespace

std::string to_string(const MendedRow& row) {
  return fmt::format("{} {} had −0 instead of 0", row.row, row.number);
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
  const StoreHead known = head.known().value_or(StoreHead{});
  // versions that write a head do not store −0
  const StoreContents contents =
      read_contents(database, name, known, known == StoreHead{} ? &repair.rows : nullptr);
  if (repair.rows.empty()) return repair;
  repair.copy = kept_copy(file);
  database.without_triggers();
  rewrite_sums(database, contents.questions);
  rewrite_sums(database, contents.events);
  read_contents(database, name, {});
  whole.commit();
  database.keep_tidy();
  return repair;
}

namespace {

// Whether the sum matches the row after some of its zeros are replaced by −0.
template <class Row>
bool was_of_negative_zeros(const std::string& before, Row row, const std::string& sum) {
  if constexpr (requires { Row::numbers(row); }) {
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
  }
  return false;
}

class ContentsReader {
 public:
  ContentsReader(Database& database, const std::string& file, std::vector<MendedRow>* mended)
      : database_(database), file_(file), mended_(mended) {}

  // Calls take(row) for each row of a table, which returns whether the row may follow those before;
  // returns the end of the table, which must not be before the stored head.
  template <class Row, class Take>
  TableEnd read(const TableEnd& known, Take take) {
    TableEnd end;
    Statement rows(database_, fmt::format("SELECT * FROM {} ORDER BY rowid", Row::kTable));
    while (rows.step()) {
      Row row = row_of<Row>(rows, file_);
      std::string sum = rows.text(kColumns<Row>);
      const std::uint64_t key = rows.count(0);
      check_sum(end.sum, row, sum, key);
      if (!take(std::move(row))) damaged(fmt::format("{} {}", Row::kRow, key));
      end = {.rows = end.rows + 1, .sum = std::move(sum)};
      if (end.rows == known.rows && end.sum != known.sum)
        damaged(fmt::format("row {} of {}", end.rows, Row::kTable));
    }
    if (end.rows < known.rows)
      throw CorruptError(
          fmt::format("{}: damaged: {} rows of {} were written, but only {} are left — restore the "
                      "directory from a backup",
                      file_, known.rows, Row::kTable, end.rows));
    return end;
  }

 private:
  [[noreturn]] void damaged(const std::string& where) const {
    throw CorruptError(fmt::format(
        "{}: damaged: {} was changed after it was written — restore the directory from a backup",
        file_, where));
  }

  template <class Row>
  void check_sum(const std::string& before, const Row& row, const std::string& sum,
                 std::uint64_t key) {
    if (sum_of(before, row) == sum) return;
    if (!was_of_negative_zeros(before, row, sum)) damaged(fmt::format("{} {}", Row::kRow, key));
    if (mended_ == nullptr)
      throw CorruptError(
          fmt::format("{}: {} {} was written by an earlier version that changed −0 to 0 — `querent "
                      "ask {} --repair` repairs it and keeps a copy",
                      file_, Row::kRow, key, fs::path(file_).parent_path().string()));
    mended_->push_back({Row::kRow, key});
  }

  Database& database_;
  const std::string& file_;
  std::vector<MendedRow>* mended_;
};

}  // namespace

StoreContents read_contents(Database& database, const std::string& file, const StoreHead& head,
                            std::vector<MendedRow>* mended) {
  if (const std::string found = database.text_of("PRAGMA integrity_check(1)"); found != "ok")
    throw CorruptError(fmt::format("{}: damaged: {}", file, found));
  ContentsReader reader(database, file, mended);
  StoreContents all;
  std::uint64_t starts = 0;
  all.head.starts = reader.read<StoredStart>(head.starts, [&](StoredStart&& start) {
    all.settings = std::move(start.settings);
    return start.number == ++starts;
  });
  all.head.questions = reader.read<AskedQuestion>(head.questions, [&](AskedQuestion&& question) {
    all.questions.push_back(std::move(question));
    return all.questions.back().id == all.questions.size();
  });
  all.head.events = reader.read<Event>(head.events, [&](Event&& event) {
    all.events.push_back(std::move(event));
    return speaks_of_known(all.events.back(), all.events.size(), all.questions.size());
  });
  all.head.sources = reader.read<StoredSource>(head.sources, [&](StoredSource&& source) {
    all.source = std::move(source);
    return true;
  });
  return all;
}

}  // namespace querent::apps
