// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <querent/datasets/error.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Bytes of a file, of standard input or of memory, decompressed (gzip, bzip2, xz, zstd) by
/// content. A truncated or damaged stream is a DataError "truncated at byte N", never a shorter
/// input; one that expands beyond 1000:1 after 256 MiB is a LimitError.
class Input {
 public:
  /// "-" is standard input. IoError when the file cannot be opened, or is a directory.
  static Input open(const std::filesystem::path& path);
  /// The caller keeps `bytes` alive.
  static Input from_memory(std::string_view bytes, std::string name);
  /// The same of bytes that are not compressed, whatever the name says: those of a text that was.
  static Input from_text(std::string_view text, std::string name);

  /// From here on text in UTF-16 with its byte order mark becomes UTF-8; else it is what it is,
  /// bytes that are no UTF-8. Before the first read.
  void accept_utf16();

  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  const std::string& name() const;  ///< for messages: the path as it was given
  /// Next decompressed bytes, valid until the next call; empty at the end.
  std::span<const char> read();
  /// The first bytes (up to `limit`) without consuming them; for recognising a format by content.
  std::string_view peek(std::size_t limit = 65536);
  /// Everything that is left, in one string.
  std::string read_all();
  /// Bytes read from the file so far and its size (0 when not known): for progress bars.
  std::uint64_t bytes_consumed() const;
  std::uint64_t bytes_total() const;  ///< of the file, compressed or not; 0: not known
  /// Called before every block that is read; what it throws ends the reading.
  void on_progress(std::function<void()> callback);

 private:
  struct Impl;
  explicit Input(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Lines of a UTF-8 text: ends at LF, CRLF or a lone CR, a byte-order mark is skipped, a missing
/// last newline is fine. NUL bytes and invalid UTF-8 are a DataError with their place; a line
/// beyond 64 MiB is a LimitError.
class LineReader {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{64} << 20;  ///< bytes, without the line end

  /// `input` must outlive the reader.
  explicit LineReader(Input& input);
  /// False at the end. `line` has no line end and is valid until the next call.
  bool next(std::string_view& line);
  /// Number of the line last returned, from 1.
  std::uint64_t line_number() const { return line_number_; }
  const std::string& name() const { return input_->name(); }  ///< of the input
  /// Where `token`, a part of the line last returned, begins.
  Place place_of(std::string_view token) const {
    return {name(), line_number_, static_cast<std::uint64_t>(token.data() - line_.data()) + 1};
  }
  Place place_of_line() const { return {name(), line_number_, 1}; }  ///< its first column

  /// For readers with a fast path: the bytes after the line last returned that are in memory,
  /// unchecked, beginning with a new line. Take whole lines, line ends included, by skip().
  std::string_view ahead() const { return after_cr_ ? std::string_view{} : block_; }
  /// Takes `bytes` bytes of ahead(), which are `lines` whole lines.
  void skip(std::size_t bytes, std::uint64_t lines);

 private:
  void refill();
  void check();
  [[noreturn]] void refuse(std::size_t column0, std::string_view what) const;

  Input* input_;
  std::string carry_;         // a line that crosses two blocks
  std::string_view block_{};  // what is left of the current block
  std::string_view line_{};
  std::uint64_t line_number_ = 0;
  std::uint64_t offset_ = 0;       // of block_ in the text
  std::uint64_t line_offset_ = 0;  // of line_ in the text
  bool after_cr_ = false;          // a LF that follows belongs to the line end before it
  bool end_ = false;
};

/// Where `text` stops being UTF-8 (its size when it never does).
std::size_t valid_utf8_prefix(std::string_view text);

}  // namespace querent
