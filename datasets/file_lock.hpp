// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// Excludes other processes, and other FileLocks of this one, during its lifetime; the lock of a
/// dead process is released. The lock file is removed with the lock.
class FileLock {
 public:
  /// Returns nullopt if the lock is held elsewhere. Throws IoError if the file cannot be created.
  static std::optional<FileLock> try_lock(const std::filesystem::path& lock_file);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  FileLock(std::string path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::string path_;
  int fd_;
};

/// Allows one writer per directory: creates the directory if it is missing, and locks it.
class DirectoryLock {
 public:
  static constexpr const char* kFileName = ".querent.lock";  ///< in the directory that is locked
  /// Throws IoError if another process is writing there or the directory cannot be created.
  explicit DirectoryLock(const std::filesystem::path& directory);

 private:
  FileLock lock_;
};

}  // namespace querent
