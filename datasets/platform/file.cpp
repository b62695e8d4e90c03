// SPDX-License-Identifier: Apache-2.0
#ifndef _WIN32  // file_windows.cpp
#include <querent/datasets/platform/file.hpp>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace querent::platform {

namespace {

template <class Call>
auto repeated(const Call& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

FileStatus translated(const struct stat& found) {
#if defined(__APPLE__)
  const timespec changed = found.st_ctimespec;
#else
  const timespec changed = found.st_ctim;
#endif
  constexpr std::uint64_t kNanoseconds = 1'000'000'000;
  using Kind = FileStatus::Kind;
  return {.kind = S_ISREG(found.st_mode)   ? Kind::kFile
                  : S_ISDIR(found.st_mode) ? Kind::kDirectory
                  : S_ISLNK(found.st_mode) ? Kind::kLink
                                           : Kind::kOther,
          .has_name = found.st_nlink > 0,
          .ours = found.st_uid == ::geteuid(),
          .others_may_write = (found.st_mode & (S_IWGRP | S_IWOTH)) != 0,
          .access = found.st_mode & 07777U,
          .size = static_cast<std::uint64_t>(found.st_size),
          .changed = static_cast<std::uint64_t>(changed.tv_sec) * kNanoseconds +
                     static_cast<std::uint64_t>(changed.tv_nsec)};
}

}  // namespace

int open_file(const std::filesystem::path& file, const OpenAs& how) {
  const int flags = (!how.write      ? O_RDONLY
                     : how.also_read ? O_RDWR
                                     : O_WRONLY) |
                    O_CLOEXEC | O_NOCTTY | (how.create ? O_CREAT : 0) |
                    (how.must_be_new ? O_EXCL : 0) | (how.append ? O_APPEND : 0) |
                    (how.follow_links ? 0 : O_NOFOLLOW) | (how.waits ? 0 : O_NONBLOCK);
  return ::open(file.c_str(), flags, static_cast<mode_t>(how.access));
}

bool close_file(int descriptor) {
  return ::close(descriptor) == 0;
}

int descriptor_of(std::FILE* stream) {
  return ::fileno(stream);
}

int standard_input() {
  return STDIN_FILENO;
}

std::int64_t read_some(int descriptor, void* to, std::size_t bytes) {
  return repeated([&] { return ::read(descriptor, to, bytes); });
}

std::int64_t read_at(int descriptor, void* to, std::size_t bytes, std::uint64_t at) {
  return repeated([&] { return ::pread(descriptor, to, bytes, static_cast<off_t>(at)); });
}

std::int64_t write_some(int descriptor, const void* from, std::size_t bytes) {
  return repeated([&] { return ::write(descriptor, from, bytes); });
}

std::int64_t write_at(int descriptor, const void* from, std::size_t bytes, std::uint64_t at) {
  return repeated([&] { return ::pwrite(descriptor, from, bytes, static_cast<off_t>(at)); });
}

bool cut_file(int descriptor, std::uint64_t bytes) {
  return repeated([&] { return ::ftruncate(descriptor, static_cast<off_t>(bytes)); }) == 0;
}

bool sync_data(int descriptor) {
#if defined(__APPLE__)
  return ::fcntl(descriptor, F_FULLFSYNC) == 0 || ::fsync(descriptor) == 0;
#else
  return ::fdatasync(descriptor) == 0;
#endif
}

bool sync_path(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  errno = error;
  return error == 0 || error == EINVAL;  // EINVAL: this file system does not sync directories
}

std::optional<FileStatus> status_of(int descriptor) {
  struct stat found {};
  return ::fstat(descriptor, &found) == 0 ? std::optional(translated(found)) : std::nullopt;
}

std::optional<FileStatus> status_of(const std::filesystem::path& path, bool follow_links) {
  struct stat found {};
  const int result = follow_links ? ::stat(path.c_str(), &found) : ::lstat(path.c_str(), &found);
  return result == 0 ? std::optional(translated(found)) : std::nullopt;
}

bool is_named(int descriptor, const std::filesystem::path& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

void set_access(int descriptor, unsigned access) {
  static_cast<void>(::fchmod(descriptor, static_cast<mode_t>(access)));
}

bool may_write_in(const std::filesystem::path& directory) {
  return ::access(directory.c_str(), W_OK) == 0;
}

}  // namespace querent::platform
#endif
