// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>

namespace querent {

/// A place in a file without lines: "NAME:byte N", counted from 1; `byte` counts from 0.
inline Place byte_place(const std::string& name, std::uint64_t byte) {
  return {fmt::format("{}:byte {}", name, byte + 1)};
}

}  // namespace querent
