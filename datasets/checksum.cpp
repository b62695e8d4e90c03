// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/checksum.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <span>

#include <fmt/format.h>
#if QUERENT_WITH_OPENSSL
// OpenSSL's low-level SHA-256 does not allocate and cannot fail. EVP_* first loads a provider,
// where libcrypto 3.0 crashes (SIGSEGV) if an allocation fails.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#endif

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/inside.hpp>

namespace querent {

#if !QUERENT_WITH_OPENSSL
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRoots{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// SHA-256 (FIPS 180-4, sections 5.1.1 and 6.2.2). OpenSSL is several times as fast where the
// processor has instructions for it.
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

void PortableSha256::compress() {
  using std::rotr;
  std::array<Word, 64> w{};
  const auto byte = [&](std::size_t k) { return Word{static_cast<unsigned char>(block_[k])}; };
  for (std::size_t t = 0; t < 16; ++t) {
    w[t] = byte(4 * t) << 24 | byte(4 * t + 1) << 16 | byte(4 * t + 2) << 8 | byte(4 * t + 3);
  }
  for (std::size_t t = 16; t < 64; ++t) {
    const Word s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
    const Word s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = s1 + w[t - 7] + s0 + w[t - 16];
  }
  auto [a, b, c, d, e, f, g, h] = h_;
  for (std::size_t t = 0; t < 64; ++t) {
    const Word t1 =
        h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRoots[t] + w[t];
    const Word t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<Word, 8> step{a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < h_.size(); ++k) h_[k] += step[k];
}

}  // namespace
#endif

struct Sha256::Context {
#if QUERENT_WITH_OPENSSL
  Context() { SHA256_Init(&state); }
  void update(std::span<const char> bytes) { SHA256_Update(&state, bytes.data(), bytes.size()); }
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest() {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> bytes{};
    SHA256_Final(bytes.data(), &state);
    return bytes;
  }
  SHA256_CTX state;
#else
  void update(std::span<const char> bytes) { state.update(bytes); }
  auto digest() { return state.digest(); }
  PortableSha256 state;
#endif
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::update(std::span<const char> bytes) {
  context_->update(bytes);
}

std::string Sha256::hex() {
  std::string text;
  for (const unsigned char byte : context_->digest()) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 sum;
  sum.update(bytes);
  return sum.hex();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  if (const auto inside = inside_program(path)) return sha256(*inside);
  // A device may be endless.
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    throw IoError(fmt::format("{} is not a regular file — name a file", path.string()));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(fmt::format("cannot open {}: {}", path.string(), std::strerror(errno)));
  Sha256 sum;
  std::array<char, 65536> block;
  do {
    in.read(block.data(), block.size());
    sum.update({block.data(), static_cast<std::size_t>(in.gcount())});
  } while (in);
  if (!in.eof())
    throw IoError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  return sum.hex();
}

std::string sha256_of_content(const std::filesystem::path& path) {
  Input input = Input::open(path);
  Sha256 sum;
  for (auto block = input.read(); !block.empty(); block = input.read()) sum.update(block);
  return sum.hex();
}

}  // namespace querent
