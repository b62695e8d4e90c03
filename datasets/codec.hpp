// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// Describes damaged input of a decoder.
class CodecError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A streaming decoder of gzip, bzip2, xz or zstd data, of one or several consecutive streams
/// (members, frames), or of UTF-16 text.
class Codec {
 public:
  /// Number of bytes that for_content() needs.
  static constexpr std::size_t kMagic = 6;

  virtual ~Codec() = default;
  /// Takes bytes from the front of `in`, writes to `out` and returns the number of bytes written.
  /// `last`: no bytes follow `in`. Throws CodecError if the data is damaged, LimitError if it
  /// requests more memory than a regular file needs.
  virtual std::size_t decode(std::string_view& in, bool last, std::span<char> out) = 0;
  /// True between two streams, where the data may end.
  virtual bool at_end() const = 0;

  /// The decoder for data that begins with `head`; nullptr if the data is not compressed.
  static std::unique_ptr<Codec> for_content(std::string_view head, std::string_view name);
  /// True if `head` is an entire file, too short to be recognised, whose name has the suffix of a
  /// compressed file.
  static bool is_cut_magic(std::string_view head, std::string_view name);
};

}  // namespace querent
