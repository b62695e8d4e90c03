// SPDX-License-Identifier: Apache-2.0
// The little of SQLite that the store needs, with its errors as ours: a damaged file is a
// CorruptError, one that cannot be read or written (full, read-only, gone) an IoError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace querent::apps {

class Database;

/// One prepared statement; parameters count from 1, columns from 0.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, double number);
  Statement& bind(int parameter, std::uint64_t number);
  /// Whether there is a row; after the last one the statement may be bound and run again.
  bool step();
  /// Runs it to its end.
  void run();
  /// Gives up what is left of its rows.
  void reset();

  std::string text(int column) const;
  double number(int column) const;
  std::uint64_t count(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  enum class Access { kReadWrite, kReadOnly };
  /// Creates the file where it is missing and may be written. ":memory:" is no file. A log beside
  /// it stays as it is when the database is closed, until keep_tidy().
  Database(const std::filesystem::path& file, Access access);

  /// From now on the log beside the file is moved into it, and removed, at the end.
  void keep_tidy();
  /// From now on no trigger is run.
  void without_triggers();

  void execute(const std::string& sql);
  /// The number or text a query of one row and column gives.
  std::uint64_t count_of(const std::string& sql);
  std::string text_of(const std::string& sql);
  /// Whether a transaction is open.
  bool in_transaction() const;
  /// Throws what the result code means; `doing` is what was tried.
  [[noreturn]] void fail(int code) const;

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  void configure(int option, int value);
  std::string name_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// All that is written between its beginning and commit(), or none of it.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// Durable when it returns.
  void commit();

 private:
  Database& database_;
};

}  // namespace querent::apps
