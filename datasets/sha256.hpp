// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4, sections 5.1.1 and 6.2.2), for builds without OpenSSL, which is several times
// as fast where the processor has instructions for it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace querent {

class PortableSha256 {
 public:
  void update(std::span<const char> bytes) {
    while (!bytes.empty()) {
      const std::size_t filled = length_ % kBlock;
      const std::size_t count = std::min(bytes.size(), kBlock - filled);
      std::copy_n(bytes.begin(), count, block_.begin() + static_cast<std::ptrdiff_t>(filled));
      bytes = bytes.subspan(count);
      length_ += count;
      if (length_ % kBlock == 0) compress();
    }
  }

  /// The object must not be used afterwards.
  std::array<unsigned char, 32> digest() {
    const std::uint64_t bits = 8 * length_;
    std::array<char, kBlock + 8> end{'\x80'};  // a one, zeros up to the last 8 bytes, the length
    const std::size_t padding = kBlock - (length_ + 8) % kBlock;
    for (std::size_t k = 0; k < 8; ++k) end[padding + k] = static_cast<char>(bits >> (56 - 8 * k));
    update({end.data(), padding + 8});
    std::array<unsigned char, 32> bytes{};
    for (std::size_t k = 0; k < bytes.size(); ++k)
      bytes[k] = static_cast<unsigned char>(h_[k / 4] >> (24 - 8 * (k % 4)));
    return bytes;
  }

 private:
  static constexpr std::size_t kBlock = 64;
  using Word = std::uint32_t;

  void compress();

  std::array<Word, 8> h_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<char, kBlock> block_{};
  std::uint64_t length_ = 0;  // in bytes
};

}  // namespace querent
