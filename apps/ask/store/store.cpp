// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/store.hpp>

#include <chrono>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <querent/apps/ask/store/rows.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

namespace {

// While it lives, commits are not synced: they survive a kill, and are on disk with the next synced
// commit.
class Unsynced {
 public:
  explicit Unsynced(Database& database) : database_(database) {
    database_.execute("PRAGMA synchronous = NORMAL");
  }
  ~Unsynced() {
    try {
      database_.execute("PRAGMA synchronous = FULL");
    } catch (const std::exception&) {  // out of memory; append() sets it again, or reports it
    }
  }
  Unsynced(const Unsynced&) = delete;
  Unsynced& operator=(const Unsynced&) = delete;

 private:
  Database& database_;
};

// A writer locks the directory; a reader requires a store.
std::optional<DirectoryLock> lock_for(const std::filesystem::path& directory,
                                      AskStore::Access access) {
  if (access == AskStore::Access::kWrite) return DirectoryLock(directory);
  if (!AskStore::exists(directory))
    throw IoError(
        fmt::format("{}: this directory has no answers — start with `querent ask SOURCE --classes "
                    "A,B --out {}`",
                    directory.string(), directory.string()));
  return std::nullopt;
}

// The file of the database. A lost file is an error: it is not created again.
std::filesystem::path existing(const std::filesystem::path& directory, const HeadFile& head,
                               AskStore::Access access) {
  const auto file = directory / AskStore::kFileName;
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return file;
  if (head.known().value_or(StoreHead{}) != StoreHead{})
    throw CorruptError(
        fmt::format("{}: damaged: the file is missing, although {} exists — restore the directory "
                    "from a backup",
                    file.string(), HeadFile::kFileName));
  return access == AskStore::Access::kWrite ? file : std::filesystem::path(":memory:");
}

}  // namespace

std::string time_now() {
  using namespace std::chrono;
  const auto now = floor<milliseconds>(system_clock::now());
  const auto second = floor<seconds>(now);
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(system_clock::to_time_t(second)),
                     (now - second).count());
}

bool AskStore::exists(const std::filesystem::path& directory) {
  std::error_code ignored;
  return std::filesystem::exists(directory / kFileName, ignored) ||
         std::filesystem::exists(directory / HeadFile::kFileName, ignored);
}

AskStore::AskStore(const std::filesystem::path& directory, Access access)
    : lock_(lock_for(directory, access)),
      name_((directory / kFileName).string()),
      head_(directory / HeadFile::kFileName),
      database_(existing(directory, head_, access), access == Access::kWrite
                                                        ? Database::Access::kReadWrite
                                                        : Database::Access::kReadOnly) {
  if (access == Access::kWrite) open_for_writing();
  read();
  for (std::size_t k = 0; k < events().size(); ++k) by_key_.emplace(events()[k].key, k);
  if (access == Access::kWrite) protect_what_is_read();
}

// The head also counts questions asked after the last event.
AskStore::~AskStore() {
  if (!lock_ || contents_.head == synced_) return;
  try {
    protect_what_is_read();
  } catch (const std::exception&) {  // as after a kill: stored, but not counted
  }
}

void AskStore::open_for_writing() {
  database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  if (database_.text_of("PRAGMA journal_mode") != "wal")
    throw IoError(
        fmt::format("{}: this file system does not support SQLite's write-ahead log", name_));
  if (!is_empty(database_) || (head_.known() && head_.known() != StoreHead{})) return;
  head_.write({});
  sync_file(std::filesystem::path(name_).parent_path() / "..");  // the directory may be new
  create_tables(database_);
}

// Reads a consistent snapshot while another program may append.
void AskStore::read() {
  database_.execute("BEGIN");
  // killed before the tables were created, so without answers
  const bool empty = is_empty(database_) && head_.known().value_or(StoreHead{}) == StoreHead{};
  if (!empty) {
    check_schema(database_, name_, head_);
    contents_ = read_contents(database_, name_, head_.known().value_or(StoreHead{}));
  }
  database_.execute("COMMIT");
}

// Commits of a killed program may not be synced yet: our commit syncs them before the head counts
// them. A version 1 store gets its head before its new version number.
void AskStore::protect_what_is_read() {
  if (!head_.known()) head_.write({});
  database_.execute(fmt::format("PRAGMA user_version = {}", kNewestStore));
  synced_ = contents_.head;
  head_.write(synced_);
  database_.execute("PRAGMA wal_checkpoint(TRUNCATE)");  // drops a log with the old version
  database_.keep_tidy();
}

void AskStore::rename_items(const std::function<std::string(const std::string&)>& current) {
  for (AskedQuestion& question : contents_.questions) question.item = current(question.item);
  for (Event& event : contents_.events) event.item = current(event.item);
  if (!contents_.source) return;
  for (std::string& id : contents_.source->ids) id = current(id);
}

const Event* AskStore::find(const std::string& key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : &events()[found->second];
}

// The rows that were inserted are on disk: counts them in the head.
void AskStore::count(StoreHead end) {
  contents_.head = std::move(end);
  synced_ = contents_.head;
  head_.write(synced_);
}

void AskStore::start(const std::string& settings) {
  StoreHead end = contents_.head;
  Transaction whole(database_);
  append_row(database_, name_, end.starts,
             StoredStart{.number = end.starts.rows + 1, .time = time_now(), .settings = settings});
  whole.commit();
  contents_.settings = settings;
  count(std::move(end));
}

// Inserts the questions after the end of their table.
void AskStore::insert_questions(TableEnd& end) {
  while (end.rows < questions().size())
    append_row(database_, name_, end, contents_.questions[end.rows]);
}

void AskStore::add_question(AskedQuestion question) {
  contents_.questions.push_back(canonical(std::move(question)));
  const Unsynced until_the_next_event(database_);
  Transaction whole(database_);
  TableEnd end = contents_.head.questions;
  insert_questions(end);
  whole.commit();
  contents_.head.questions = std::move(end);
}

const Event& AskStore::append(Event event, std::optional<StoredSource> source) {
  head_.write(synced_);  // in case the previous write of the head failed
  database_.execute("PRAGMA synchronous = FULL");
  event = canonical(std::move(event));
  event.number = events().size() + 1;
  event.time = time_now();
  if (!speaks_of_known(event, event.number, questions().size()))
    throw std::invalid_argument("the event refers to a question or an event that does not exist");
  StoreHead end = contents_.head;
  Transaction whole(database_);
  insert_questions(end.questions);
  append_row(database_, name_, end.events, event);
  if (source) {
    source->event = event.number;
    append_row(database_, name_, end.sources, *source);
  }
  whole.commit();
  if (source) contents_.source = std::move(source);
  by_key_.emplace(event.key, events().size());
  contents_.events.push_back(std::move(event));
  try {
    count(std::move(end));
  } catch (const IoError&) {  // the event is on disk; the next append() writes the head first
  }
  return events().back();
}

}  // namespace querent::apps
