// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void update(std::span<const char> bytes);
  /// 64 lower-case hexadecimal digits; the object is then done with.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256(std::string_view bytes);
/// Of the bytes as stored. IoError.
std::string sha256_of_file(const std::filesystem::path& path);

/// Of the decompressed bytes (gzip, bzip2, xz, zstd or plain). IoError; DataError when the stream
/// is damaged.
std::string sha256_of_content(const std::filesystem::path& path);

}  // namespace querent
