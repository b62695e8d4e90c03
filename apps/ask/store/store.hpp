// SPDX-License-Identifier: Apache-2.0
// Where the answers are kept: one SQLite file that is only ever appended to.
//
//   starts     (number, time, settings, sum)        how it was asked, at each start that changed it
//   questions  (id, item, why, …, sum)              what was posed
//   events     (number, time, who, kind, …, sum)    what people did
//   sources    (event, ids, …, sum)                 what there was to label, from that event on
//
// Each row's sum is SHA-256 over the sum of the row before it and the row itself, so a byte that
// SQLite itself would not miss is found when the file is opened. The journal is a WAL that is
// synced at each commit: what append() has returned from survives the machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <querent/apps/ask/store/database.hpp>
#include <querent/apps/ask/store/event.hpp>
#include <querent/datasets/file_lock.hpp>

namespace querent::apps {

class AskStore {
 public:
  static constexpr const char* kFileName = "answers.sqlite";  ///< in the directory

  /// Whether the directory has a store.
  static bool exists(const std::filesystem::path& directory);

  enum class Access {
    kWrite,  ///< made where it is missing, and no other program may write
    kRead    ///< beside a program that writes
  };
  /// Reads and checks all of it. IoError; CorruptError for a damaged one or one of a later version.
  AskStore(const std::filesystem::path& directory, Access access);

  /// The settings of the last start, as they were given; nothing in a new store.
  const std::optional<std::string>& settings() const { return settings_; }
  const std::vector<PosedQuestion>& questions() const { return questions_; }
  const std::vector<Event>& events() const { return events_; }
  /// The source of the last event of the kind kSource.
  const std::optional<StoredSource>& source() const { return source_; }
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
  void create();
  void read();
  void read_rows();
  std::string insert(std::span<const PosedQuestion> posed);

  std::optional<DirectoryLock> lock_;
  std::string name_;
  Database database_;
  std::optional<std::string> settings_;
  std::vector<PosedQuestion> questions_;
  std::vector<Event> events_;
  std::unordered_map<std::string, std::size_t> by_key_;
  std::optional<StoredSource> source_;
  std::string start_sum_, question_sum_, event_sum_, source_sum_;
};

/// UTC, "2026-11-22T08:00:00.123Z".
std::string time_now();

}  // namespace querent::apps
