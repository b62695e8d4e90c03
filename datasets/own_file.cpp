// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/own_file.hpp>

#include <cerrno>
#include <utility>

#include <querent/datasets/platform/file.hpp>

namespace querent {

std::optional<OwnFile> OwnFile::open(const std::filesystem::path& path, std::string& why) {
  why.clear();
  // Do not block on a pipe without a writer.
  const int fd = platform::open_file(path, {.waits = false});
  if (fd < 0) {
    if (errno != ENOENT) why = "cannot be opened";
    return std::nullopt;
  }
  OwnFile file(fd, 0);
  const auto status = platform::status_of(fd);
  if (!status || status->kind != platform::FileStatus::Kind::kFile) {
    why = "is not a regular file";
  } else if (!status->ours) {
    why = "belongs to another user";
  } else if (status->others_may_write) {
    why = "can be written by other users";
  }
  if (!why.empty()) return std::nullopt;
  file.size_ = status->size;
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
  if (fd_ >= 0) platform::close_file(fd_);
}

bool OwnFile::read(void* to, std::size_t bytes, std::uint64_t at) const {
  if (at > size_ || bytes > size_ - at) return false;
  auto* out = static_cast<char*>(to);
  while (bytes > 0) {
    const std::int64_t got = platform::read_at(fd_, out, bytes, at);
    if (got <= 0) return false;
    out += got;
    at += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace querent
