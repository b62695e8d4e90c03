// SPDX-License-Identifier: Apache-2.0
// Files by descriptor, as every system has them. A call that a signal interrupts is repeated; a
// call that fails leaves its reason in errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace [[gnu::visibility("default")]] querent {
namespace platform {

/// How a file is opened. No child inherits the descriptor.
struct OpenAs {
  bool write = false;        ///< else to read
  bool also_read = false;    ///< with `write`
  bool create = false;       ///< if it is missing
  bool must_be_new = false;  ///< with `create`: fails with EEXIST if the name is taken
  bool append = false;       ///< every write goes to the end
  bool follow_links = true;  ///< else fails if the last part of the name is a symbolic link
  bool waits = true;         ///< else does not wait for the writer of a pipe
  unsigned access = 0666;    ///< of a new file, less the umask
};

/// A descriptor, −1 on failure.
int open_file(const std::filesystem::path& file, const OpenAs& how);
/// False on failure.
bool close_file(int descriptor);
int descriptor_of(std::FILE* stream);
/// The descriptor of standard input, which then delivers its bytes without a change of line ends.
int standard_input();

/// Up to `bytes` bytes; 0 at the end, −1 on failure.
std::int64_t read_some(int descriptor, void* to, std::size_t bytes);
/// The same from offset `at`, without moving the position of read_some().
std::int64_t read_at(int descriptor, void* to, std::size_t bytes, std::uint64_t at);
/// The number of bytes that were written, −1 on failure.
std::int64_t write_some(int descriptor, const void* from, std::size_t bytes);
/// The same to offset `at`.
std::int64_t write_at(int descriptor, const void* from, std::size_t bytes, std::uint64_t at);
/// Cuts the file off after `bytes` bytes; false on failure.
bool cut_file(int descriptor, std::uint64_t bytes);
/// Waits until the data of the file is on its device; false on failure.
bool sync_data(int descriptor);
/// The same for a directory or file given by name, with its size and times; false on failure. True
/// if this system or file system syncs no directories.
bool sync_path(const std::filesystem::path& path);

struct FileStatus {
  enum class Kind { kFile, kDirectory, kLink, kOther };
  Kind kind = Kind::kOther;
  bool has_name = true;           ///< false once every name of the file was removed
  bool ours = true;               ///< belongs to the user of this process
  bool others_may_write = false;  ///< group or others
  unsigned access = 0;            ///< the permission bits, 07777
  std::uint64_t size = 0;         ///< in bytes
  std::uint64_t changed = 0;      ///< the last change in nanoseconds since 1970; where the system
                                  ///< records it, of the status, which cannot be set back
};

/// nullopt on failure.
std::optional<FileStatus> status_of(int descriptor);
/// The status of a path; that of a link itself, unless links are followed.
std::optional<FileStatus> status_of(const std::filesystem::path& path, bool follow_links);
/// Whether the name belongs to the open file.
bool is_named(int descriptor, const std::filesystem::path& path);
/// Sets the permission bits, as far as the system has them.
void set_access(int descriptor, unsigned access);
/// Whether this process may write in the directory.
bool may_write_in(const std::filesystem::path& directory);

}  // namespace platform
}  // namespace querent
