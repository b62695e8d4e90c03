// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Reads a binary input a few bytes at a time.
class ByteReader {
 public:
  explicit ByteReader(Input input) : input_(std::move(input)) {}  ///< continues at its position
  const std::string& name() const { return input_.name(); }       ///< name of the input

  /// Fills `out`; false if the input ends first.
  bool read(std::span<char> out) {
    while (!out.empty()) {
      if (block_.empty()) block_ = input_.read();
      if (block_.empty()) return false;
      const std::size_t n = std::min(out.size(), block_.size());
      std::memcpy(out.data(), block_.data(), n);
      out = out.subspan(n);
      block_ = block_.subspan(n);
      offset_ += n;
    }
    return true;
  }
  /// True at the end of the input.
  bool at_end() {
    if (block_.empty()) block_ = input_.read();
    return block_.empty();
  }
  /// Bytes read so far.
  std::uint64_t offset() const { return offset_; }

 private:
  Input input_;
  std::span<const char> block_;
  std::uint64_t offset_ = 0;
};

}  // namespace querent
