// SPDX-License-Identifier: Apache-2.0
// The checksum of an input is that of the bytes that were read, taken as they were read: a file
// looked at again later may be another one, and a pipe is empty by then.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace [[gnu::visibility("default")]] querent {

/// What the thread that made it reads by Input while it lives. One at a time; they may be nested.
class ReadLog {
 public:
  struct File {
    std::string name;    ///< as it was given, "<stdin>" for standard input
    std::string sha256;  ///< of its bytes as stored
  };

  ReadLog();
  ReadLog(const ReadLog&) = delete;
  ReadLog& operator=(const ReadLog&) = delete;
  ~ReadLog();

  /// Every input that was read, by the order of opening, once. What a reader left unread of a
  /// regular file is read now; of a pipe it does not count. DataError when two readings of one file
  /// found different bytes; IoError.
  std::vector<File> files() const;

 private:
  friend class ReadHash;
  struct Entry;
  struct Entries;
  std::shared_ptr<Entries> entries_, outer_;
};

}  // namespace querent
