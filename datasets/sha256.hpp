// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4, sections 5.1.1 and 6.2.2), for builds without OpenSSL, which is seven times
// as fast where the processor has instructions for it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace querent {

class PortableSha256 {
 public:
  void update(std::span<const char> bytes) {
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  }

  /// The object must not be used afterwards.
  std::array<unsigned char, 32> digest() {
    const std::uint64_t bits = 8 * length_;
    add(0x80);
    while (length_ % kBlock != kBlock - 8) add(0);
    for (int shift = 56; shift >= 0; shift -= 8) add(static_cast<unsigned char>(bits >> shift));
    std::array<unsigned char, 32> bytes{};
    for (std::size_t k = 0; k < bytes.size(); ++k)
      bytes[k] = static_cast<unsigned char>(h_[k / 4] >> (24 - 8 * (k % 4)));
    return bytes;
  }

 private:
  static constexpr std::size_t kBlock = 64;
  using Word = std::uint32_t;

  void add(unsigned char byte) {
    block_[length_++ % kBlock] = byte;
    if (length_ % kBlock == 0) compress();
  }

  void compress();

  std::array<Word, 8> h_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, kBlock> block_{};
  std::uint64_t length_ = 0;  // in bytes
};

}  // namespace querent
