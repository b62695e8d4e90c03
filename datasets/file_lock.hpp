// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// Keeps other processes (and other FileLocks of this one) out, for as long as it lives; a dead
/// process holds nothing. The lock file is removed with the lock.
class FileLock {
 public:
  /// Nothing when another one holds it. IoError when the lock file cannot be created.
  static std::optional<FileLock> try_lock(const std::filesystem::path& lock_file);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  FileLock(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::string path_;
  int fd_;
};

/// One writer a directory: creates the directory when it is missing, and takes its lock.
class DirectoryLock {
 public:
  static constexpr const char* kFileName = ".querent.lock";  ///< in the directory that is locked
  /// IoError when another process is writing there, or the directory cannot be created.
  explicit DirectoryLock(const std::filesystem::path& directory);

 private:
  FileLock lock_;
};

}  // namespace querent
