// SPDX-License-Identifier: Apache-2.0
// A small file beside the database that says how far its tables had come: the rows of each and the
// sum of the last one. SQLite drops without a word what a damaged write-ahead log held; this file
// is written after each commit, so such a loss is found when the store is opened.
//
// A commit is on the disk before the head that counts it: whenever the program or the machine
// stops, the tables are at the head or beyond it, never before it. Two slots are written in turn,
// each with a checksum, so a write that is cut off leaves the other one whole.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps {

/// How far a table had come.
struct TableEnd {
  std::uint64_t rows = 0;
  std::string sum = {};  ///< of the last row; empty without rows
  friend bool operator==(const TableEnd&, const TableEnd&) = default;
};

/// Those of the four tables.
struct StoreHead {
  TableEnd starts = {}, questions = {}, events = {}, sources = {};
  friend bool operator==(const StoreHead&, const StoreHead&) = default;
};

class HeadFile {
 public:
  static constexpr const char* kFileName = "answers.head";  ///< beside the database

  /// Reads the file; none where there is none. CorruptError when neither slot is whole.
  explicit HeadFile(std::filesystem::path file);
  HeadFile(const HeadFile&) = delete;
  HeadFile& operator=(const HeadFile&) = delete;
  ~HeadFile();

  /// What was read or written last.
  const std::optional<StoreHead>& known() const { return known_; }
  /// Durable when it returns. IoError.
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
