// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/file_lock.hpp>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/platform/lock.hpp>

namespace querent {

std::optional<FileLock> FileLock::try_lock(const std::filesystem::path& lock_file) {
  const std::string path = lock_file.string();
  for (;;) {
    const int fd = platform::open_file(
        lock_file, {.write = true, .also_read = true, .create = true, .follow_links = false});
    if (fd < 0) throw IoError(fmt::format("cannot create {}: {}", path, std::strerror(errno)));
    FileLock lock({}, fd);  // closes fd, but does not yet own the name
    switch (platform::lock_file(fd, false)) {
      case platform::Locking::kHeldElsewhere:
        return std::nullopt;
      case platform::Locking::kFailed:
        throw IoError(fmt::format("cannot lock {}: {}", path, std::strerror(errno)));
      case platform::Locking::kLocked:
        break;
    }
    // The last holder may have removed the file between our open and our lock; the name then
    // belongs to another file or is free.
    if (platform::is_named(fd, lock_file)) {
      lock.path_ = path;
      return lock;
    }
  }
}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::exchange(other.path_, {})), fd_(std::exchange(other.fd_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

FileLock::~FileLock() {
  if (fd_ < 0) return;
  std::error_code ignored;
  if (!path_.empty())  // before the lock is released, while the file is ours
    std::filesystem::remove(path_, ignored);
  platform::close_file(fd_);
}

namespace {

FileLock lock_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw IoError(
        fmt::format("cannot create the directory {}: {}", directory.string(), error.message()));
  auto lock = FileLock::try_lock(directory / DirectoryLock::kFileName);
  if (!lock) {
    throw IoError(fmt::format(
        "{}: another querent is writing there — wait for it, or choose another directory",
        directory.string()));
  }
  return std::move(*lock);
}

}  // namespace

DirectoryLock::DirectoryLock(const std::filesystem::path& directory)
    : lock_(lock_directory(directory)) {}

}  // namespace querent
