// SPDX-License-Identifier: Apache-2.0
// The checksum of an input is computed while it is read: a file read again later may have changed,
// and a pipe is then empty.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// Logs the files that its thread reads through Input during its lifetime. Logs may be nested.
class ReadLog {
 public:
  struct File {
    std::string name;    ///< as given, "<stdin>" for standard input
    std::string sha256;  ///< of the bytes as stored
  };

  ReadLog();
  ReadLog(const ReadLog&) = delete;
  ReadLog& operator=(const ReadLog&) = delete;
  ~ReadLog();

  /// Every input that was read, once, in the order of opening. The unread rest of a regular file is
  /// read now; that of a pipe is ignored. Throws DataError if two readings of one file found
  /// different bytes; IoError.
  std::vector<File> files() const;

 private:
  friend class ReadHash;
  struct Entry;
  struct Entries;
  std::shared_ptr<Entries> entries_;
  Entries* outer_;  // the log around this one
};

}  // namespace querent
