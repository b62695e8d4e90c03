// SPDX-License-Identifier: Apache-2.0
// The store of the answers: one append-only SQLite file.
//
//   starts     (number, time, settings, sum)        settings, at each start that changes them
//   questions  (id, item, why, …, sum)              questions that were asked
//   events     (number, time, who, kind, …, sum)    actions of annotators
//   sources    (event, ids, …, sum)                 items to label, from this event on
//
// The sum of a row is SHA-256 over the previous row's sum and the row itself, so opening the file
// detects changed bytes that SQLite would accept. The write-ahead log is synced at each commit;
// then answers.head (head.hpp) is written and synced. So an event that append() has returned
// survives a crash of the machine, and a later loss of the log or of rows is detected.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
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
  static constexpr const char* kFileName = "answers.sqlite";  ///< name of the file in the directory

  /// Whether the directory has a store, or traces of one.
  static bool exists(const std::filesystem::path& directory);

  enum class Access {
    kWrite,  ///< creates a missing store; excludes other writers
    kRead    ///< may be used while another program writes
  };
  /// Reads and checks the store. IoError; CorruptError if it is damaged or of a later version.
  AskStore(const std::filesystem::path& directory, Access access);
  ~AskStore();
  AskStore(const AskStore&) = delete;
  AskStore& operator=(const AskStore&) = delete;

  /// Settings of the last start; nullopt in a new store.
  const std::optional<std::string>& settings() const { return contents_.settings; }
  const std::vector<AskedQuestion>& questions() const { return contents_.questions; }
  const std::vector<Event>& events() const { return contents_.events; }
  /// The source of the last kSource event.
  const std::optional<StoredSource>& source() const { return contents_.source; }
  /// Replaces the ids of items in memory by their present ones; the file keeps them.
  void rename_items(const std::function<std::string(const std::string&)>& current);
  /// The event with this key, or null.
  const Event* find(const std::string& key) const;

  /// Stores a question: it survives a kill, and is on disk with the next event. After an IoError it
  /// remains a question, and is stored with the next one or the next event.
  void add_question(AskedQuestion question);
  /// On disk when it returns; IoError leaves the store unchanged.
  void start(const std::string& settings);
  /// The same for an event, and a new source; sets the event's number and time.
  const Event& append(Event event, std::optional<StoredSource> source = {});

 private:
  void open_for_writing();
  void read();
  void protect_what_is_read();
  void count(StoreHead end);
  void insert_questions(TableEnd& end);

  std::optional<DirectoryLock> lock_;
  std::string name_;
  HeadFile head_;  // read before the rows, because a concurrent writer is ahead of it
  Database database_;
  StoreContents contents_;
  StoreHead synced_;  // ends of the tables that are on disk
  std::unordered_map<std::string, std::size_t> by_key_;
};

/// UTC, "2026-11-22T08:00:00.123Z".
std::string time_now();

}  // namespace querent::apps
