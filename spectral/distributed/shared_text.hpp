// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace querent::distributed {

/// The text of a regular file; every rank reads it at any position.
class SharedText {
 public:
  /// IoError if it is not a regular file or cannot be read.
  explicit SharedText(const std::filesystem::path& path) : SharedText(path, path.string()) {}
  /// The same; messages call it `name`.
  SharedText(const std::filesystem::path& path, std::string name);
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;
  ~SharedText();

  const std::string& name() const { return name_; }
  /// Whether its bytes are compressed (gzip, bzip2, xz, zstd), so that positions are meaningless.
  bool compressed() const { return compressed_; }
  std::uint64_t size() const { return size_; }  ///< bytes
  /// Up to `most` bytes from `at`, fewer only at the end of the text.
  std::string read(std::uint64_t at, std::uint64_t most) const;
  /// Start of the line after the one that contains byte `at`.
  std::uint64_t next_line(std::uint64_t at) const;

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string name_;
  int fd_;
  std::uint64_t size_ = 0;
  bool compressed_ = false;
};

/// Writes the text of a compressed file. DataError for a damaged stream, IoError.
void unpack(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace querent::distributed
