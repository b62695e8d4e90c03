// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// What a decoder says of bytes that are not what they should be.
class CodecError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A streaming decoder: of gzip, bzip2, xz or zstd data, of one or several streams (members,
/// frames) in a row, or of UTF-16 text.
class Codec {
 public:
  /// Bytes that for_content() wants to see.
  static constexpr std::size_t kMagic = 6;

  virtual ~Codec() = default;
  /// Takes bytes from the front of `in`, writes to `out`, returns how many it wrote. `last`:
  /// nothing comes after `in`. CodecError when the data is damaged; LimitError when it asks for
  /// more memory than a well-meant file does.
  virtual std::size_t decode(std::string_view& in, bool last, std::span<char> out) = 0;
  /// True between two streams: the data may end here.
  virtual bool at_end() const = 0;

  /// The decoder for data that begins with `head`, or null when that is not compressed.
  static std::unique_ptr<Codec> for_content(std::string_view head, std::string_view name);
  /// True when `head` is all of a file, too short to be recognised, whose name says that it is
  /// compressed.
  static bool is_cut_magic(std::string_view head, std::string_view name);
};

}  // namespace querent
