// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <querent/datasets/checksum.hpp>

namespace querent::testing {

/// The bytes of a model with the correct checksum before their last byte, if they are long enough.
inline std::string with_checksum(std::string bytes) {
  constexpr std::size_t kSum = 32;
  if (bytes.size() <= kSum) return bytes;
  const std::size_t at = bytes.size() - kSum - 1;
  const std::string hex = sha256(std::string_view(bytes).substr(0, at));
  for (std::size_t i = 0; i < kSum; ++i)
    bytes[at + i] = static_cast<char>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
  return bytes;
}

}  // namespace querent::testing
