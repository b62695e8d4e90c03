// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace querent::distributed {

/// The text of a regular file, decompressed by content, read at any place by every rank for itself.
/// A compressed one is read from its beginning again for a place that lies far back.
class SharedText {
 public:
  /// IoError for what is no regular file or cannot be read.
  explicit SharedText(const std::filesystem::path& path);
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;
  ~SharedText();

  const std::string& name() const { return name_; }
  /// Of the text. Decompresses all of it once. DataError for a damaged stream.
  std::uint64_t size();
  /// Up to `most` bytes from `at`, fewer only at the end of the text.
  std::string read(std::uint64_t at, std::uint64_t most);
  /// Where the line after the one with byte `at` begins.
  std::uint64_t next_line(std::uint64_t at);

 private:
  [[noreturn]] void fail(const char* what) const;
  std::string read_file(std::uint64_t at, std::uint64_t most) const;
  /// Appends the next block of the stream to the window; false at the end.
  bool decompress();

  std::string name_;
  int fd_;
  std::optional<std::uint64_t> size_;
  bool compressed_ = false;
  std::optional<Input> stream_;
  std::string window_;           // of the stream: what was read last,
  std::uint64_t window_at_ = 0;  // from this place on
};

}  // namespace querent::distributed
