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

/// The text without the byte-order mark of UTF-8 with which some editors begin a file.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

/// Bytes of a file, of standard input or of memory, decompressed (gzip, bzip2, xz, zstd) according
/// to their content. A truncated or damaged stream throws DataError "truncated at byte N" and never
/// looks like a shorter input; expansion beyond 1000:1 after 256 MiB throws LimitError.
class Input {
 public:
  /// "-" is standard input. Throws IoError if the file cannot be opened or is a directory.
  static Input open(const std::filesystem::path& path);
  /// The caller keeps `bytes` alive.
  static Input from_memory(std::string_view bytes, std::string name);
  /// The same without decompression, whatever the name: for bytes that are already decompressed.
  static Input from_text(std::string_view text, std::string name);

  /// Converts UTF-16 text with a byte order mark to UTF-8 from here on; other bytes are left
  /// unchanged. Call it before the first read.
  void accept_utf16();

  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  const std::string& name() const;  ///< for messages: the path as given
  /// The next decompressed bytes, valid until the next call; empty at the end.
  std::span<const char> read();
  /// The first bytes, up to `limit`, without consuming them, to recognise a format by content.
  std::string_view peek(std::size_t limit = 65536);
  /// All remaining bytes in one string.
  std::string read_all();
  /// Bytes read from the file so far and its size (0 if unknown), for progress bars.
  std::uint64_t bytes_consumed() const;
  std::uint64_t bytes_total() const;  ///< size of the file as stored; 0: unknown
  /// Sets a function that is called before each block is read; its exceptions end the reading.
  void on_progress(std::function<void()> callback);

 private:
  struct Impl;
  explicit Input(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Lines of UTF-8 text. Lines end at LF, CRLF or a lone CR; a byte-order mark is skipped; the last
/// line end may be missing. NUL bytes and invalid UTF-8 throw DataError with their place; a line
/// beyond 64 MiB throws LimitError.
class LineReader {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{64} << 20;  ///< bytes, without the line end

  /// `input` must outlive the reader.
  explicit LineReader(Input& input);
  /// Reads the next line; false at the end. `line` has no line end and is valid until the next
  /// call.
  bool next(std::string_view& line);
  /// Number of the line last returned, from 1.
  std::uint64_t line_number() const { return line_number_; }
  const std::string& name() const { return input_->name(); }  ///< of the input
  /// The place of `token`, a part of the line last returned.
  Place place_of(std::string_view token) const {
    return {name(), line_number_, static_cast<std::uint64_t>(token.data() - line_.data()) + 1};
  }
  Place place_of_line() const { return {name(), line_number_, 1}; }  ///< its column 1

  /// For readers with a fast path: the unchecked bytes in memory after the line last returned,
  /// starting at a new line. Consume whole lines, including line ends, by skip().
  std::string_view ahead() const { return after_cr_ ? std::string_view{} : block_; }
  /// Consumes `bytes` bytes of ahead(), which are `lines` whole lines.
  void skip(std::size_t bytes, std::uint64_t lines);

 private:
  void refill();
  void check();
  [[noreturn]] void refuse(std::size_t column0, std::string_view what) const;

  Input* input_;
  std::string carry_;         // part of a line that crosses blocks
  std::string_view block_{};  // the rest of the current block
  std::string_view line_{};
  std::uint64_t line_number_ = 0;
  std::uint64_t offset_ = 0;       // of block_ within the text
  std::uint64_t line_offset_ = 0;  // of line_ within the text
  bool after_cr_ = false;          // a following LF belongs to the previous line end
  bool end_ = false;
};

/// The position of the first byte of `text` that is not UTF-8, or its size.
std::size_t valid_utf8_prefix(std::string_view text);

}  // namespace querent
