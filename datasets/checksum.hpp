// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace [[gnu::visibility("default")]] querent {

/// SHA-256 of bytes given in pieces.
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void update(std::span<const char> bytes);
  /// 64 lower-case hexadecimal digits; the object must not be used afterwards.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256(std::string_view bytes);
/// SHA-256 of the bytes as stored. Throws IoError.
std::string sha256_of_file(const std::filesystem::path& path);

/// SHA-256 of the decompressed bytes (gzip, bzip2, xz, zstd or plain). Throws IoError, or DataError
/// if the stream is damaged.
std::string sha256_of_content(const std::filesystem::path& path);

}  // namespace querent
