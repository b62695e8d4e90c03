// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/repair.hpp>

#include <fmt/format.h>

#include <querent/apps/ask/store/rows.hpp>
#include <querent/apps/ask/store/schema.hpp>
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

}  // namespace querent::apps
