// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/store.hpp>

#include <chrono>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <querent/apps/ask/store/rows.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kApplication = 0x71727973;  // "qrys"
constexpr std::uint64_t kVersion = 1;

const std::string kSchema = fmt::format(R"(
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
PRAGMA application_id = {};
PRAGMA user_version = {};
)",
                                        kApplication, kVersion);

[[noreturn]] void damaged(const std::string& file, const std::string& where) {
  throw CorruptError(fmt::format(
      "{}: damaged: {} is not what was written — put back a copy of the directory from before",
      file, where));
}

// A commit while it lives is known to whoever opens the file, and survives the machine with the
// next one that is synced.
class Unsynced {
 public:
  explicit Unsynced(Database& database) : database_(database) {
    database_.execute("PRAGMA synchronous = NORMAL");
  }
  ~Unsynced() {
    try {
      database_.execute("PRAGMA synchronous = FULL");
    } catch (const std::exception&) {  // out of memory: append() says it again
    }
  }
  Unsynced(const Unsynced&) = delete;
  Unsynced& operator=(const Unsynced&) = delete;

 private:
  Database& database_;
};

// A writer keeps others out; a reader wants to find something.
std::optional<DirectoryLock> lock_for(const std::filesystem::path& directory,
                                      AskStore::Access access) {
  if (access == AskStore::Access::kWrite) return DirectoryLock(directory);
  if (!AskStore::exists(directory))
    throw IoError(
        fmt::format("{}: there are no answers here — `querent ask SOURCE --classes A,B "
                    "--out {}` begins them",
                    directory.string(), directory.string()));
  return std::nullopt;
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
  return std::filesystem::exists(directory / kFileName, ignored);
}

AskStore::AskStore(const std::filesystem::path& directory, Access access)
    : lock_(lock_for(directory, access)),
      name_((directory / kFileName).string()),
      database_(directory / kFileName, access == Access::kWrite ? Database::Access::kReadWrite
                                                                : Database::Access::kReadOnly) {
  if (access == Access::kWrite) {
    database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    if (database_.text_of("PRAGMA journal_mode") != "wal")
      throw IoError(fmt::format("{}: this file system cannot keep a journal beside it", name_));
    if (database_.count_of("SELECT count(*) FROM sqlite_master") == 0) create();
  }
  read();
}

void AskStore::create() {
  Transaction whole(database_);
  database_.execute(kSchema);
  whole.commit();
}

// One state of it, whatever another program appends meanwhile.
void AskStore::read() {
  database_.execute("BEGIN");
  read_rows();
  database_.execute("COMMIT");
}

void AskStore::read_rows() {
  if (database_.count_of("PRAGMA application_id") != kApplication)
    throw CorruptError(fmt::format("{}: these are not answers of querent", name_));
  if (const std::uint64_t version = database_.count_of("PRAGMA user_version"); version != kVersion)
    throw CorruptError(fmt::format("{}: expected version {}, found {} — a later querent wrote it",
                                   name_, kVersion, version));
  if (const std::string found = database_.text_of("PRAGMA integrity_check(1)"); found != "ok")
    throw CorruptError(fmt::format("{}: damaged: {}", name_, found));
  Statement starts(database_, "SELECT number, time, settings, sum FROM starts ORDER BY number");
  for (std::uint64_t expected = 1; starts.step(); ++expected) {
    settings_ = starts.text(2);
    start_sum_ = RowSum(start_sum_).add(starts.count(0)).add(starts.text(1)).add(*settings_).hex();
    if (starts.text(3) != start_sum_ || starts.count(0) != expected)
      damaged(name_, fmt::format("start {}", expected));
  }
  Statement questions(database_,
                      "SELECT id, item, why, probability, uniform, guess, guess_probability, sum "
                      "FROM questions ORDER BY id");
  while (questions.step()) {
    questions_.push_back({.id = questions.count(0),
                          .item = questions.text(1),
                          .why = questions.text(2),
                          .probability = questions.number(3),
                          .uniform = questions.count(4) != 0,
                          .guess = questions.text(5),
                          .guess_probability = questions.number(6)});
    question_sum_ = sum_of(question_sum_, questions_.back());
    if (questions.text(7) != question_sum_ || questions_.back().id != questions_.size())
      damaged(name_, fmt::format("question {}", questions_.size()));
  }
  Statement events(database_,
                   "SELECT number, time, who, kind, item, class, target, question, guess, "
                   "guess_probability, probability, seconds, key, posed, error, error_low, "
                   "error_high, sum FROM events "
                   "ORDER BY number");
  while (events.step()) {
    events_.push_back(event_of(events, name_));
    event_sum_ = sum_of(event_sum_, events_.back());
    if (events.text(17) != event_sum_ || events_.back().number != events_.size())
      damaged(name_, fmt::format("event {}", events_.size()));
    by_key_.emplace(events_.back().key, events_.size() - 1);
  }
  Statement sources(database_,
                    "SELECT event, fingerprint, edges, ids, sum FROM sources ORDER BY event");
  while (sources.step()) {
    const std::string ids = sources.text(3);
    source_ = {.fingerprint = sources.text(1), .ids = split_ids(ids), .edges = sources.count(2)};
    source_sum_ = RowSum(source_sum_)
                      .add(sources.count(0))
                      .add(source_->fingerprint)
                      .add(source_->edges)
                      .add(ids)
                      .hex();
    if (sources.text(4) != source_sum_)
      damaged(name_, fmt::format("the source of event {}", sources.count(0)));
  }
}

const Event* AskStore::find(const std::string& key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : &events_[found->second];
}

void AskStore::start(const std::string& settings) {
  Transaction whole(database_);
  const std::uint64_t number = database_.count_of("SELECT count(*) FROM starts") + 1;
  const std::string time = time_now();
  const std::string sum = RowSum(start_sum_).add(number).add(time).add(settings).hex();
  Statement(database_, "INSERT INTO starts VALUES(?, ?, ?, ?)")
      .bind(1, number)
      .bind(2, time)
      .bind(3, settings)
      .bind(4, sum)
      .run();
  whole.commit();
  settings_ = settings;
  start_sum_ = sum;
}

// Returns the sum of the last one.
std::string AskStore::insert(std::span<const PosedQuestion> posed) {
  std::string question_sum = question_sum_;
  for (const PosedQuestion& q : posed) {
    question_sum = sum_of(question_sum, q);
    Statement(database_, "INSERT INTO questions VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(1, q.id)
        .bind(2, q.item)
        .bind(3, q.why)
        .bind(4, q.probability)
        .bind(5, std::uint64_t{q.uniform})
        .bind(6, q.guess)
        .bind(7, q.guess_probability)
        .bind(8, question_sum)
        .run();
  }
  return question_sum;
}

void AskStore::pose(std::span<const PosedQuestion> posed) {
  const Unsynced until_the_next_event(database_);
  Transaction whole(database_);
  std::string question_sum = insert(posed);
  whole.commit();
  questions_.insert(questions_.end(), posed.begin(), posed.end());
  question_sum_ = std::move(question_sum);
}

const Event& AskStore::append(Event event, std::span<const PosedQuestion> posed,
                              const StoredSource* source) {
  event.number = events_.size() + 1;
  event.time = time_now();
  const std::string event_sum = sum_of(event_sum_, event);
  Transaction whole(database_);
  const std::string question_sum = insert(posed);
  Statement(database_,
            "INSERT INTO events VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(1, event.number)
      .bind(2, event.time)
      .bind(3, event.by)
      .bind(4, to_string(event.kind))
      .bind(5, event.item)
      .bind(6, event.label)
      .bind(7, event.target)
      .bind(8, event.question)
      .bind(9, event.guess)
      .bind(10, event.guess_probability)
      .bind(11, event.probability)
      .bind(12, event.seconds)
      .bind(13, event.key)
      .bind(14, event.posed)
      .bind(15, event.error)
      .bind(16, event.error_low)
      .bind(17, event.error_high)
      .bind(18, event_sum)
      .run();
  std::string source_sum = source_sum_;
  if (source != nullptr) {
    const std::string ids = joined_ids(source->ids);
    source_sum = RowSum(source_sum)
                     .add(event.number)
                     .add(source->fingerprint)
                     .add(source->edges)
                     .add(ids)
                     .hex();
    Statement(database_, "INSERT INTO sources VALUES(?, ?, ?, ?, ?)")
        .bind(1, event.number)
        .bind(2, source->fingerprint)
        .bind(3, source->edges)
        .bind(4, ids)
        .bind(5, source_sum)
        .run();
  }
  whole.commit();
  if (source != nullptr) source_ = *source;
  source_sum_ = source_sum;
  questions_.insert(questions_.end(), posed.begin(), posed.end());
  question_sum_ = question_sum;
  event_sum_ = event_sum;
  by_key_.emplace(event.key, events_.size());
  events_.push_back(std::move(event));
  return events_.back();
}

}  // namespace querent::apps
