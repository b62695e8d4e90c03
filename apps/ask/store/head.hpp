// SPDX-License-Identifier: Apache-2.0
// A small file beside the database that records the number of rows of each table and the sum of the
// last row. SQLite silently drops whatever a damaged write-ahead log contained; this file is
// written after each commit, so that such a loss is detected when the store is opened.
//
// A commit is on disk before the head that counts it: after any crash the tables end at the head or
// beyond it, never before it. Two slots with checksums are written in turn, so that an incomplete
// write leaves the other one intact.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace querent::apps {

/// The end of a table.
struct TableEnd {
  std::uint64_t rows = 0;
  std::string sum = {};  ///< of the last row; empty without rows
  friend bool operator==(const TableEnd&, const TableEnd&) = default;
};

/// Ends of the four tables.
struct StoreHead {
  TableEnd starts = {}, questions = {}, events = {}, sources = {};
  friend bool operator==(const StoreHead&, const StoreHead&) = default;
};

class HeadFile {
 public:
  static constexpr const char* kFileName = "answers.head";  ///< beside the database

  /// Reads the file; known() is empty if it is missing. CorruptError if neither slot is intact.
  explicit HeadFile(std::filesystem::path file);
  HeadFile(const HeadFile&) = delete;
  HeadFile& operator=(const HeadFile&) = delete;
  ~HeadFile();

  /// The head last read or written.
  const std::optional<StoreHead>& known() const { return known_; }
  /// On disk when it returns. IoError.
  void write(const StoreHead& head);

 private:
  void create(const StoreHead& head);
  void open();

  std::filesystem::path file_;
  std::optional<StoreHead> known_;
  std::uint64_t generation_ = 0;
  int descriptor_ = -1;
};

}  // namespace querent::apps
