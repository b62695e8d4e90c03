// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/own_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace querent {

std::optional<OwnFile> OwnFile::open(const std::filesystem::path& path, std::string& why) {
  why.clear();
  // Do not block on a pipe without a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    if (errno != ENOENT) why = "cannot be opened";
    return std::nullopt;
  }
  struct stat status {};
  OwnFile file(fd, 0);
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    why = "is not a regular file";
  } else if (status.st_uid != ::geteuid()) {
    why = "belongs to another user";
  } else if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    why = "can be written by other users";
  }
  if (!why.empty()) return std::nullopt;
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

OwnFile::OwnFile(OwnFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

OwnFile& OwnFile::operator=(OwnFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(size_, other.size_);
  return *this;
}

OwnFile::~OwnFile() {
  if (fd_ >= 0) ::close(fd_);
}

bool OwnFile::read(void* to, std::size_t bytes, std::uint64_t at) const {
  if (at > size_ || bytes > size_ - at) return false;
  auto* out = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::pread(fd_, out, bytes, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out += got;
    at += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace querent
