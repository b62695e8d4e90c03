// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <fmt/format.h>

#include <querent/datasets/input.hpp>
#include <querent/datasets/text/utf8.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

/// True if one of the 8 bytes is NUL or not ASCII, and sometimes if a byte 1 follows a NUL; a false
/// result is always correct.
bool odd(std::uint64_t bytes) {
  return ((bytes | (bytes - kOnes)) & kHighs) != 0;
}

/// True for ASCII text without NUL, checking 8 bytes at a time.
bool plain(std::string_view text) {
  const char* p = text.data();
  std::size_t left = text.size();
  std::uint64_t word = 0;
  for (; left >= 8; p += 8, left -= 8) {
    std::memcpy(&word, p, 8);
    if (odd(word)) return false;
  }
  word = kOnes;
  std::memcpy(&word, p, left);
  return !odd(word);
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const bool ascii = static_cast<unsigned char>(text[i]) < 0x80;
    const std::size_t length = ascii ? 1 : first_character(text.substr(i)).second;
    if (length == 1 && !ascii) break;
    i += length;
  }
  return i;
}

LineReader::LineReader(Input& input) : input_(&input) {}

void LineReader::refill() {
  const auto bytes = input_->read();
  block_ = {bytes.data(), bytes.size()};
  end_ = block_.empty();
}

bool LineReader::next(std::string_view& line) {
  carry_.clear();
  bool carrying = false;
  for (;;) {
    if (block_.empty() && !end_) refill();
    if (after_cr_ && !block_.empty()) {
      if (block_.front() == '\n') {
        block_.remove_prefix(1);
        ++offset_;
      }
      after_cr_ = false;
      if (block_.empty()) continue;
    }
    if (block_.empty()) {
      if (!carrying) return false;
      line_ = carry_;
      break;
    }
    const auto* feed = static_cast<const char*>(std::memchr(block_.data(), '\n', block_.size()));
    std::size_t length = feed ? static_cast<std::size_t>(feed - block_.data()) : block_.size();
    bool ended = feed != nullptr;
    if (const void* cr = std::memchr(block_.data(), '\r', length)) {
      length = static_cast<std::size_t>(static_cast<const char*>(cr) - block_.data());
      ended = after_cr_ = true;
    }
    if (!carrying) line_offset_ = offset_;
    const std::string_view piece = block_.substr(0, length);
    const std::size_t taken = length + (ended ? 1 : 0);
    block_.remove_prefix(taken);
    offset_ += taken;
    if (carry_.size() + piece.size() > kMaxLine) {
      throw LimitError(fmt::format("{}:{}: a line of more than 64 MiB", name(), line_number_ + 1));
    }
    if (!ended || carrying) {
      carry_.append(piece);
      carrying = true;
    }
    if (ended) {
      line_ = carrying ? std::string_view(carry_) : piece;
      break;
    }
  }
  ++line_number_;
  if (line_number_ == 1) {
    const std::string_view text = without_byte_order_mark(line_);
    line_offset_ += line_.size() - text.size();
    line_ = text;
  }
  if (!plain(line_)) check();
  line = line_;
  return true;
}

void LineReader::skip(std::size_t bytes, std::uint64_t lines) {
  block_.remove_prefix(bytes);
  offset_ += bytes;
  line_number_ += lines;
}

void LineReader::check() {
  const std::size_t nul = std::min(line_.find('\0'), line_.size());
  const std::size_t valid = valid_utf8_prefix(line_.substr(0, nul));
  if (valid < nul) {
    refuse(valid, fmt::format("expected UTF-8 text, found the byte 0x{:02x}",
                              static_cast<unsigned char>(line_[valid])));
  }
  if (nul < line_.size()) refuse(nul, "expected text, found a NUL byte");
}

void LineReader::refuse(std::size_t column0, std::string_view what) const {
  throw DataError({name(), line_number_, column0 + 1},
                  fmt::format("{} (byte {} of the text) — save the file as UTF-8 text", what,
                              line_offset_ + column0));
}

}  // namespace querent
