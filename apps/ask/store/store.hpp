// SPDX-License-Identifier: Apache-2.0
// Where the answers are kept: one SQLite file that is only ever appended to.
//
//   starts     (number, time, settings, sum)        how it was asked, at each start that changed it
//   questions  (id, item, why, …, sum)              what was posed
//   events     (number, time, who, kind, …, sum)    what people did
//   sources    (event, ids, …, sum)                 what there was to label, from that event on
//
// Each row's sum is SHA-256 over the sum of the row before it and the row itself, so a byte that
// SQLite itself would not miss is found when the file is opened. The journal is a write-ahead log
// that is synced at each commit, then answers.head (head.hpp) is written and synced: what append()
// has returned from survives the machine, and a log or rows that are lost later are missed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <querent/apps/ask/store/contents.hpp>
#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/apps/ask/store/head.hpp>
#include <querent/datasets/file_lock.hpp>

namespace querent::apps {

class AskStore {
 public:
  static constexpr const char* kFileName = "answers.sqlite";  ///< in the directory

  /// Whether the directory has a store, or had one.
  static bool exists(const std::filesystem::path& directory);

  enum class Access {
    kWrite,  ///< made where it is missing, and no other program may write
    kRead    ///< beside a program that writes
  };
  /// Reads and checks all of it. IoError; CorruptError for a damaged one or one of a later version.
  AskStore(const std::filesystem::path& directory, Access access);
  ~AskStore();
  AskStore(const AskStore&) = delete;
  AskStore& operator=(const AskStore&) = delete;

  /// The settings of the last start, as they were given; nothing in a new store.
  const std::optional<std::string>& settings() const { return contents_.settings; }
  const std::vector<PosedQuestion>& questions() const { return contents_.questions; }
  const std::vector<Event>& events() const { return contents_.events; }
  /// The source of the last event of the kind kSource.
  const std::optional<StoredSource>& source() const { return contents_.source; }
  /// The event that came under this key.
  const Event* find(const std::string& key) const;

  /// Known to the next start even when this program is killed, and durable with the next event.
  void pose(std::span<const PosedQuestion> posed);
  /// Durable when it returns; IoError leaves the store as it was.
  void start(const std::string& settings);
  /// The same, of the questions posed since and the event; gives the event its number and time.
  const Event& append(Event event, std::span<const PosedQuestion> posed,
                      const StoredSource* source = nullptr);

 private:
  void open_for_writing();
  void read();
  void protect_what_is_read();
  TableEnd insert(std::span<const PosedQuestion> posed);
  void posed_until(TableEnd end, std::span<const PosedQuestion> posed);

  std::optional<DirectoryLock> lock_;
  std::string name_;
  HeadFile head_;  // read before the rows: a program that writes is ahead of it
  Database database_;
  StoreContents contents_;
  StoreHead synced_;  // as far as the tables are on the disk
  std::unordered_map<std::string, std::size_t> by_key_;
};

/// UTC, "2026-11-22T08:00:00.123Z".
std::string time_now();

}  // namespace querent::apps
