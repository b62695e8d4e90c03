// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// A regular file that nobody but the user of this process can have written, open for reading: it
/// belongs to that user, and its permissions let neither group nor others write. A checksum proves
/// nothing to the contrary: who writes the file writes the checksum, too.
class OwnFile {
 public:
  /// Nothing when there is no such file; `why` then says what is wrong with it, "" if absent.
  static std::optional<OwnFile> open(const std::filesystem::path& path, std::string& why);
  OwnFile(OwnFile&& other) noexcept;
  OwnFile& operator=(OwnFile&& other) noexcept;
  ~OwnFile();

  std::uint64_t size() const { return size_; }  ///< when it was opened, bytes
  /// Fills `to` with the bytes from `at` on; false when there are not so many, or they cannot be
  /// read.
  bool read(void* to, std::size_t bytes, std::uint64_t at) const;

 private:
  OwnFile(int fd, std::uint64_t size) : fd_(fd), size_(size) {}
  int fd_;
  std::uint64_t size_;
};

}  // namespace querent
