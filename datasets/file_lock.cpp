// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/file_lock.hpp>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <querent/datasets/error.hpp>

namespace querent {

std::optional<FileLock> FileLock::try_lock(const std::filesystem::path& lock_file) {
  const std::string path = lock_file.string();
  for (;;) {
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) throw IoError(fmt::format("cannot create {}: {}", path, std::strerror(errno)));
    FileLock lock({}, fd);  // closes fd, but does not yet own the name
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return std::nullopt;
      if (errno == EINTR) continue;
      throw IoError(fmt::format("cannot lock {}: {}", path, std::strerror(errno)));
    }
    // The last holder may have removed the file between our open and our lock; the name then
    // belongs to another file or is free.
    struct stat held {};
    struct stat named {};
    if (::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
        held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
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
  if (!path_.empty())
    ::unlink(path_.c_str());  // before the lock is released, while the file is ours
  ::close(fd_);
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
