// SPDX-License-Identifier: Apache-2.0
// Reads and checks all rows of answers.sqlite (store.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/ask/store/head.hpp>

namespace querent::apps {

/// A row whose sum was computed from −0, where SQLite stores 0.
struct MendedRow {
  std::string row;  ///< "event" or "question"
  std::uint64_t number;
};

struct StoreContents {
  std::optional<std::string> settings = {};  ///< settings of the last start
  std::vector<AskedQuestion> questions = {};
  std::vector<Event> events = {};
  std::optional<StoredSource> source = {};  ///< the last source
  StoreHead head = {};                      ///< current ends of the tables
};

/// Reads all rows, inside a transaction that the caller has begun. CorruptError if a row was
/// changed or the tables end before `head`. Rows whose sums were computed from −0 are added to
/// `mended`, and `contents.head` then has the sums as stored; null: they are damaged, too.
StoreContents read_contents(Database& database, const std::string& file, const StoreHead& head,
                            std::vector<MendedRow>* mended = nullptr);

struct Repair {
  std::vector<MendedRow> rows = {};
  std::filesystem::path copy = {};  ///< of the original; empty if nothing was repaired
};

/// Repairs the one kind of damage that an earlier version caused: it computed the sum of a row from
/// −0, but SQLite stores 0. If everything else is intact, recomputes the sums; otherwise throws
/// CorruptError and changes nothing. IoError: another program holds the answers.
Repair repair_answers(const std::filesystem::path& directory);

/// "event 2 had −0 instead of 0", one sentence per row.
std::string to_string(const MendedRow& row);

}  // namespace querent::apps
