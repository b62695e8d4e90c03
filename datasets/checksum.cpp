// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/checksum.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#if QUERENT_WITH_OPENSSL
// OpenSSL's low-level SHA-256 does not allocate and cannot fail. EVP_* first loads a provider,
// where libcrypto 3.0 crashes (SIGSEGV) if an allocation fails.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#else
#include <querent/datasets/sha256.hpp>
#endif

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/inside.hpp>

namespace querent {

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
