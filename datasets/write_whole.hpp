// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// What becomes of a target that is a symbolic link.
enum class Links {
  kFollow,   ///< the file it leads to is written, or made: the person who named it wants that
  kReplace,  ///< it is replaced: in a directory of ours somebody else may have put it
  kPrivate,  ///< the same, and nobody but this user may read or write the file: a cache (OwnFile)
};

/// A file that appears whole or not at all: it is written beside its target, and `commit` syncs it,
/// renames it over the target and syncs the directory. Without a commit nothing is left and the
/// target stays as it was. A device or pipe ("/dev/stdout") is written directly. While it is
/// written the file is locked, so that sweep_leftovers() knows what nobody writes any more.
class WholeFile {
 public:
  /// IoError when nothing can be written beside the target (missing directory, no permission,
  /// target is a directory).
  explicit WholeFile(const std::filesystem::path& target, Links links = Links::kFollow);
  WholeFile(WholeFile&&) noexcept;
  WholeFile& operator=(WholeFile&&) noexcept;
  ~WholeFile();

  /// Where to write. A failed write is remembered and thrown by `commit`.
  std::ostream& stream();
  /// The file being written, for a program that writes it by name (same directory; the suffix of
  /// the target).
  const std::filesystem::path& temporary() const;
  /// IoError when anything could not be written; the target is then untouched.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes `bytes` as the file `target`, whole or not at all.
void write_whole(const std::filesystem::path& target, std::string_view bytes,
                 Links links = Links::kFollow);

/// The directory that a file is written in: "." for a name alone.
std::filesystem::path directory_of(const std::filesystem::path& file);

/// Removes what a WholeFile left in the directory when its process was killed.
void sweep_leftovers(const std::filesystem::path& directory);

/// Waits until what was written to the file is kept by its device. IoError.
void sync_file(const std::filesystem::path& file);

/// The last step of writing a file whole: syncs the finished file `from`, renames it to `to` (same
/// file system) and syncs the directory. IoError.
void publish(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace querent
