// SPDX-License-Identifier: Apache-2.0
// UTF-16 as a stream of UTF-8: Web of Science ("Win, UTF-16"), Excel and PowerShell write it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <querent/datasets/codec.hpp>

namespace querent {

/// Text that begins with a byte order mark of UTF-16, which is left out of what it makes.
class Utf16 final : public Codec {
 public:
  /// The decoder for a text that begins with `head`, or null when that has no such mark. UTF-32,
  /// whose mark begins alike, has none.
  static std::unique_ptr<Codec> for_content(std::string_view head);

  explicit Utf16(bool little_endian) : low_(little_endian ? 0 : 1) {}

  /// CodecError: half of a pair of units without the other half, or a text that ends within a
  /// character.
  std::size_t decode(std::string_view& in, bool last, std::span<char> out) override;
  bool at_end() const override { return held_ == 0; }

 private:
  std::uint32_t unit(std::size_t k) const;  // of bytes_, which hold it whole

  std::size_t low_;              // which byte of a unit is the lower one
  bool begun_ = false;           // the mark has passed
  unsigned char bytes_[4] = {};  // of a character that is not whole yet
  std::size_t held_ = 0;
};

}  // namespace querent
