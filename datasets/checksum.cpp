// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/checksum.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <openssl/evp.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>

namespace querent {

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> md{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  if (context_->md == nullptr ||
      EVP_DigestInit_ex(context_->md.get(), EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL offers no SHA-256");
  }
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::update(std::span<const char> bytes) {
  if (EVP_DigestUpdate(context_->md.get(), bytes.data(), bytes.size()) != 1) {
    throw std::runtime_error("OpenSSL failed at SHA-256");
  }
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_DigestFinal_ex(context_->md.get(), digest.data(), &size) != 1) {
    throw std::runtime_error("OpenSSL failed at SHA-256");
  }
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 sum;
  sum.update(bytes);
  return sum.hex();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  // a device may never end
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    throw IoError(fmt::format("{} is no regular file — name a file", path.string()));
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
