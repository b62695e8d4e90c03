// SPDX-License-Identifier: Apache-2.0
// Converts UTF-16, as written by Web of Science ("Win, UTF-16"), Excel and PowerShell, to UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include <querent/datasets/codec.hpp>

namespace querent {

/// Decodes text that begins with a byte order mark of UTF-16; the mark is removed.
class Utf16 final : public Codec {
 public:
  /// The decoder for a text that begins with `head`, or nullptr without such a mark. UTF-32, whose
  /// mark begins alike, has no decoder.
  static std::unique_ptr<Codec> for_content(std::string_view head);

  explicit Utf16(bool little_endian) : low_(little_endian ? 0 : 1) {}

  /// Throws CodecError for an unpaired surrogate or a text that ends within a character.
  std::size_t decode(std::string_view& in, bool last, std::span<char> out) override;
  bool at_end() const override { return held_ == 0; }

 private:
  std::uint32_t unit(std::size_t k) const;  // unit k of bytes_, which must be complete

  std::size_t low_;              // index of the lower byte of a unit
  bool begun_ = false;           // the mark was read
  unsigned char bytes_[4] = {};  // of an incomplete character
  std::size_t held_ = 0;
};

}  // namespace querent
