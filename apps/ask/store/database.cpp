// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/store/database.hpp>

#include <cerrno>
#include <cstring>
#include <new>

#include <fmt/format.h>
#include <sqlite3.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent::apps {

namespace {

// In a read-only directory, SQLite cannot open a database that may have a log. If the directory
// cannot be written and no log exists, the file is complete and can be opened as immutable.
bool is_at_rest(const std::filesystem::path& file) {
  const std::filesystem::path absolute = std::filesystem::absolute(file);
  std::error_code missing;
  const auto log = std::filesystem::file_size(absolute.string() + "-wal", missing);
  return (missing || log == 0) && !platform::may_write_in(absolute.parent_path());
}

std::string at_rest(const std::string& file) {
  std::string uri = "file:";
  for (const char c : file) {
    const bool plain = is_letter(c) || is_digit(c) || c == '/' || c == '.' || c == '-' || c == '_';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?immutable=1";
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database.database_.get(), sql.data(),
                                      static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) database.fail(code);
}

Statement& Statement::bind(int parameter, std::string_view text) {
  const int code = sqlite3_bind_text64(statement_.get(), parameter, text.data() ? text.data() : "",
                                       text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) database_->fail(code);
  return *this;
}

Statement& Statement::bind(int parameter, double number) {
  const int code = sqlite3_bind_double(statement_.get(), parameter, number);
  if (code != SQLITE_OK) database_->fail(code);
  return *this;
}

Statement& Statement::bind(int parameter, std::uint64_t number) {
  const int code =
      sqlite3_bind_int64(statement_.get(), parameter, static_cast<std::int64_t>(number));
  if (code != SQLITE_OK) database_->fail(code);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  sqlite3_reset(statement_.get());
  if (code != SQLITE_DONE) database_->fail(code);
  return false;
}

void Statement::run() {
  while (step()) {
  }
}

std::string Statement::text(int column) const {
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

double Statement::number(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::uint64_t Statement::count(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_.get(), column));
}

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Database::Database(const std::filesystem::path& file, Access access) : name_(file.string()) {
  // a reader, too, rolls back the incomplete transaction of a killed program
  int flags = SQLITE_OPEN_READWRITE;
  if (access == Access::kReadWrite) flags |= SQLITE_OPEN_CREATE;
  std::string name = file == ":memory:" ? name_ : std::filesystem::absolute(file).string();
  if (access == Access::kReadOnly && is_at_rest(file)) {
    name = at_rest(name);
    flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(database, 1);
  constexpr int kPatience = 5000;  // ms that a reader waits for a writer's checkpoint
  sqlite3_busy_timeout(database, kPatience);
  configure(SQLITE_DBCONFIG_DEFENSIVE, 1);
  configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  configure(SQLITE_DBCONFIG_ENABLE_VIEW, 0);
  configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1);
  if (access == Access::kReadOnly) execute("PRAGMA query_only = ON");
}

void Database::configure(int option, int value) {
  const int code = sqlite3_db_config(database_.get(), option, value, nullptr);
  if (code != SQLITE_OK) fail(code);
}

void Database::keep_tidy() {
  configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0);
}

void Database::without_triggers() {
  configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
}

void Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::uint64_t Database::count_of(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.count(0) : 0;
}

std::string Database::text_of(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.text(0) : std::string();
}

bool Database::in_transaction() const {
  return sqlite3_get_autocommit(database_.get()) == 0;
}

void Database::fail(int code) const {
  constexpr int kPrimary = 0xff;
  const std::string reason = database_ ? sqlite3_errmsg(database_.get()) : sqlite3_errstr(code);
  switch (code & kPrimary) {
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_SCHEMA:
    case SQLITE_ERROR:  // our statements are tested, so the schema must differ
    case SQLITE_MISMATCH:
      throw CorruptError(fmt::format("{}: damaged: {}", name_, reason));
    case SQLITE_FULL:
      fail_to_write(ENOSPC);
    case SQLITE_IOERR:
      if (const int error = database_ ? sqlite3_system_errno(database_.get()) : 0; error != 0)
        fail_to_write(error);
      throw IoError(fmt::format("{}: {}", name_, reason));
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
      if (std::error_code missing; std::filesystem::exists(name_ + "-wal", missing))
        throw IoError(fmt::format(
            "{}: {} — its log must be read, too: copy the directory to a place where you may write",
            name_, reason));
      throw IoError(fmt::format("{}: {}", name_, reason));
    default:
      throw IoError(fmt::format("{}: {}", name_, reason));
  }
}

void Database::fail_to_write(int error) const {
  throw IoError(
      fmt::format("{}: {} — what is stored is intact; once this is remedied, the same "
                  "command continues",
                  name_, error == ENOSPC ? "the disk is full" : std::strerror(error)));
}

// SQLite goes on writing to a file that was deleted or replaced.
void Database::require_place() const {
  int moved = 0;
  sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  std::error_code ignored;
  if (moved != 0 || !std::filesystem::exists(name_ + "-wal", ignored))
    throw IoError(
        fmt::format("{}: was deleted, moved or replaced while querent used it, so nothing "
                    "more is stored — restore the directory, then start again",
                    name_));
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.execute("BEGIN IMMEDIATE");
  database_.require_place();
}

Transaction::~Transaction() {
  if (!database_.in_transaction()) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const std::exception&) {  // if writing fails, rolling back may fail, too
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
}

}  // namespace querent::apps
