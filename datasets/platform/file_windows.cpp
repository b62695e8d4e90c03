// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32  // file.cpp
#include <querent/datasets/platform/file.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <unistd.h>

namespace querent::platform {

namespace {

namespace fs = std::filesystem;

int refused() {
  const int code = std::error_code(static_cast<int>(GetLastError()), std::system_category())
                       .default_error_condition()
                       .value();
  errno = GetLastError() == ERROR_PATH_NOT_FOUND || GetLastError() == ERROR_FILE_NOT_FOUND ? ENOENT
          : GetLastError() == ERROR_FILE_EXISTS                                            ? EEXIST
          : GetLastError() == ERROR_ACCESS_DENIED                                          ? EACCES
                                                                                           : code;
  return -1;
}

HANDLE handle_of(int descriptor) {
  return reinterpret_cast<HANDLE>(_get_osfhandle(descriptor));
}

FileStatus translated(HANDLE handle) {
  FileStatus status;
  BY_HANDLE_FILE_INFORMATION found{};
  if (GetFileType(handle) != FILE_TYPE_DISK || GetFileInformationByHandle(handle, &found) == 0)
    return status;
  using Kind = FileStatus::Kind;
  const DWORD kinds = found.dwFileAttributes;
  status.kind = (kinds & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ? Kind::kLink
                : (kinds & FILE_ATTRIBUTE_DIRECTORY) != 0   ? Kind::kDirectory
                                                            : Kind::kFile;
  status.has_name = found.nNumberOfLinks > 0;
  status.size = std::uint64_t{found.nFileSizeHigh} << 32 | found.nFileSizeLow;
  constexpr std::uint64_t kEpoch = 116'444'736'000'000'000;  // 1970, in units of 100 ns since 1601
  const std::uint64_t time = std::uint64_t{found.ftLastWriteTime.dwHighDateTime} << 32 |
                             found.ftLastWriteTime.dwLowDateTime;
  status.changed = (time - std::min(time, kEpoch)) * 100;
  return status;
}

OVERLAPPED place_of(std::uint64_t at) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(at);
  place.OffsetHigh = static_cast<DWORD>(at >> 32);
  return place;
}

DWORD bounded(std::size_t bytes) {
  return static_cast<DWORD>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

}  // namespace

// The C library's open() forbids that an open file is renamed or removed, which a commit does.
int open_file(const fs::path& file, const OpenAs& how) {
  const DWORD access = !how.write      ? GENERIC_READ
                       : how.append    ? FILE_APPEND_DATA | SYNCHRONIZE
                       : how.also_read ? GENERIC_READ | GENERIC_WRITE
                                       : GENERIC_WRITE;
  const DWORD exists = !how.create ? OPEN_EXISTING : how.must_be_new ? CREATE_NEW : OPEN_ALWAYS;
  const DWORD flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS |
                      (how.follow_links ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);
  const HANDLE handle =
      CreateFileW(file.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                  nullptr, exists, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return refused();
  return _open_osfhandle(reinterpret_cast<std::intptr_t>(handle),
                         _O_BINARY | _O_NOINHERIT | (how.append ? _O_APPEND : 0) |
                             (!how.write      ? _O_RDONLY
                              : how.also_read ? _O_RDWR
                                              : _O_WRONLY));
}

bool close_file(int descriptor) {
  return _close(descriptor) == 0;
}

int descriptor_of(std::FILE* stream) {
  return _fileno(stream);
}

int standard_input() {
  _setmode(STDIN_FILENO, _O_BINARY);
  return STDIN_FILENO;
}

std::int64_t read_some(int descriptor, void* to, std::size_t bytes) {
  return _read(descriptor, to, bounded(bytes));
}

std::int64_t read_at(int descriptor, void* to, std::size_t bytes, std::uint64_t at) {
  // ReadFile with a place moves the position nevertheless
  const std::int64_t before = _telli64(descriptor);
  OVERLAPPED place = place_of(at);
  DWORD got = 0;
  const bool done = ReadFile(handle_of(descriptor), to, bounded(bytes), &got, &place) != 0 ||
                    GetLastError() == ERROR_HANDLE_EOF;
  if (before >= 0) _lseeki64(descriptor, before, SEEK_SET);
  return done ? static_cast<std::int64_t>(got) : refused();
}

std::int64_t write_some(int descriptor, const void* from, std::size_t bytes) {
  return _write(descriptor, from, bounded(bytes));
}

std::int64_t write_at(int descriptor, const void* from, std::size_t bytes, std::uint64_t at) {
  OVERLAPPED place = place_of(at);
  DWORD written = 0;
  return WriteFile(handle_of(descriptor), from, bounded(bytes), &written, &place) != 0
             ? static_cast<std::int64_t>(written)
             : refused();
}

bool cut_file(int descriptor, std::uint64_t bytes) {
  return _chsize_s(descriptor, static_cast<std::int64_t>(bytes)) == 0;
}

bool sync_data(int descriptor) {
  return _commit(descriptor) == 0;
}

bool sync_path(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return true;  // NTFS keeps names in its own journal
  const int descriptor = open_file(path, {.write = true});
  if (descriptor < 0) return false;
  const bool done = sync_data(descriptor);
  _close(descriptor);
  return done;
}

std::optional<FileStatus> status_of(int descriptor) {
  return translated(handle_of(descriptor));
}

std::optional<FileStatus> status_of(const fs::path& path, bool follow_links) {
  const int descriptor = open_file(path, {.follow_links = follow_links});
  if (descriptor < 0) return std::nullopt;
  const FileStatus status = translated(handle_of(descriptor));
  _close(descriptor);
  return status;
}

bool is_named(int descriptor, const fs::path& path) {
  const int named = open_file(path, {});
  if (named < 0) return false;
  BY_HANDLE_FILE_INFORMATION a{};
  BY_HANDLE_FILE_INFORMATION b{};
  const bool same = GetFileInformationByHandle(handle_of(descriptor), &a) != 0 &&
                    GetFileInformationByHandle(handle_of(named), &b) != 0 &&
                    a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
                    a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow;
  _close(named);
  return same;
}

void set_access(int, unsigned) {}  // access lists are inherited from the directory

bool may_write_in(const fs::path& directory) {
  return _waccess(directory.c_str(), 2) == 0;
}

}  // namespace querent::platform
#endif
