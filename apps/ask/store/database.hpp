// SPDX-License-Identifier: Apache-2.0
// The part of SQLite that the store needs, with its errors translated: CorruptError for a damaged
// file, IoError for a file that cannot be read or written (full disk, read-only, missing).
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

/// A prepared statement; parameters are numbered from 1, columns from 0.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  Statement& bind(int parameter, std::string_view text);
  Statement& bind(int parameter, double number);
  Statement& bind(int parameter, std::uint64_t number);
  /// Returns whether there is a row; after the last one the statement may be bound and run again.
  bool step();
  /// Runs the statement to its end.
  void run();

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
  /// Opens the file; creates it if it is missing and may be written. ":memory:" is not a file.
  /// Closing the database leaves its log as it is, unless keep_tidy() was called.
  Database(const std::filesystem::path& file, Access access);

  /// From now on, closing the database moves the log into the file and removes it.
  void keep_tidy();
  /// Disables triggers.
  void without_triggers();

  void execute(const std::string& sql);
  /// The result of a query with one row and one column.
  std::uint64_t count_of(const std::string& sql);
  std::string text_of(const std::string& sql);
  /// Whether a transaction is open.
  bool in_transaction() const;
  /// Throws the exception for an SQLite result code.
  [[noreturn]] void fail(int code) const;
  /// IoError if the file is not, or not with its log, where it was opened. In a transaction only.
  void require_place() const;

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  void configure(int option, int value);
  [[noreturn]] void fail_to_write(int error) const;
  std::string name_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// A transaction: commit() writes everything since the constructor; otherwise nothing is written.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// On disk when it returns.
  void commit();

 private:
  Database& database_;
};

}  // namespace querent::apps
