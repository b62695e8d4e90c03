// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace [[gnu::visibility("default")]] querent {

/// A regular file, open for reading, that only the user of this process can have written: it
/// belongs to that user, and neither group nor others may write it. A checksum is no protection: an
/// attacker who writes the file also writes the checksum.
class OwnFile {
 public:
  /// Returns nullopt on failure, with the reason in `why`, "" if the file is absent.
  static std::optional<OwnFile> open(const std::filesystem::path& path, std::string& why);
  OwnFile(OwnFile&& other) noexcept;
  OwnFile& operator=(OwnFile&& other) noexcept;
  ~OwnFile();

  std::uint64_t size() const { return size_; }  ///< in bytes, when it was opened
  /// Fills `to` with the bytes from offset `at`; false if there are too few or they cannot be read.
  bool read(void* to, std::size_t bytes, std::uint64_t at) const;

 private:
  OwnFile(int fd, std::uint64_t size) : fd_(fd), size_(size) {}
  int fd_;
  std::uint64_t size_;
};

}  // namespace querent
