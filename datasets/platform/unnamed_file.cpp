// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/unnamed_file.hpp>

#include <cerrno>
#include <cstdlib>
#include <string>

#if defined(_WIN32)
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace querent::platform {

#if defined(_WIN32)

int open_unnamed(const std::filesystem::path& directory) {
  wchar_t name[MAX_PATH];
  if (GetTempFileNameW(directory.c_str(), L"qsc", 0, name) == 0) {
    errno = ENOENT;
    return -1;
  }
  const HANDLE handle =
      CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_DELETE, nullptr, CREATE_ALWAYS,
                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    errno = EACCES;
    return -1;
  }
  return _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_RDWR | _O_BINARY);
}

int reserve(int descriptor, std::uint64_t offset, std::uint64_t bytes) {
  return _filelengthi64(descriptor) >= static_cast<std::int64_t>(offset + bytes)
             ? 0
             : _chsize_s(descriptor, static_cast<std::int64_t>(offset + bytes));
}

#else

int open_unnamed(const std::filesystem::path& directory) {
#ifdef O_TMPFILE
  if (const int file = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0)
    return file;
#endif
  std::string name =
      (directory / ".querent-scratch-XXXXXX").string();  // on file systems without O_TMPFILE
  const int file = ::mkstemp(name.data());
  if (file < 0) return file;
  ::fcntl(file, F_SETFD, FD_CLOEXEC);
  ::unlink(name.c_str());
  return file;
}

int reserve(int descriptor, std::uint64_t offset, std::uint64_t bytes) {
#if defined(__APPLE__)
  const off_t end = static_cast<off_t>(offset + bytes);
  return ::lseek(descriptor, 0, SEEK_END) >= end || ::ftruncate(descriptor, end) == 0 ? 0 : errno;
#else
  return ::posix_fallocate(descriptor, static_cast<off_t>(offset), static_cast<off_t>(bytes));
#endif
}

#endif

}  // namespace querent::platform
