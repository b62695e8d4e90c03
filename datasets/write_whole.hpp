// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// Treatment of a target that is a symbolic link.
enum class Links {
  kFollow,   ///< write the file it points to: the user named the link
  kReplace,  ///< replace it: another user may have put it into our directory
  kPrivate,  ///< the same, with access for this user only: a cache (OwnFile)
};

/// A file that appears completely or not at all: it is written beside its target; `commit` syncs
/// it, renames it to the target and syncs the directory. Without a commit the target is unchanged
/// and no file is left. A device or pipe ("/dev/stdout") is written directly. The file is locked
/// while it is written, so that sweep_leftovers() can recognise abandoned files.
class WholeFile {
 public:
  /// Throws IoError if no file can be written beside the target (missing directory, no permission,
  /// the target is a directory).
  explicit WholeFile(const std::filesystem::path& target, Links links = Links::kFollow);
  WholeFile(WholeFile&&) noexcept;
  WholeFile& operator=(WholeFile&&) noexcept;
  ~WholeFile();

  /// The stream to write to. A failed write is remembered and thrown by `commit`.
  std::ostream& stream();
  /// Path of the file being written, for programs that write it by name (same directory, suffix of
  /// the target).
  const std::filesystem::path& temporary() const;
  /// Writes and syncs all bytes, so that only the rename remains. Throws like commit().
  void finish();
  /// Throws IoError if anything could not be written; the target is then unchanged.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes `bytes` to the file `target`, completely or not at all.
void write_whole(const std::filesystem::path& target, std::string_view bytes,
                 Links links = Links::kFollow);

/// The directory of a file; "." for a bare name.
std::filesystem::path directory_of(const std::filesystem::path& file);

/// Removes temporary files that a killed process left in the directory.
void sweep_leftovers(const std::filesystem::path& directory);

/// Waits until the data of the file is on its device. Throws IoError.
void sync_file(const std::filesystem::path& file);

/// Last step of an atomic write: syncs the finished file `from`, renames it to `to` (same file
/// system) and syncs the directory. Throws IoError.
void publish(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace querent
