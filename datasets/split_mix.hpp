// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace [[gnu::visibility("default")]] querent {

/// What SplitMix64 adds to its state for each number.
inline constexpr std::uint64_t kSplitMixStep = 0x9e3779b97f4a7c15u;

/// Scrambles 64 bits (Steele, Lea, Flood: SplitMix64, OOPSLA 2014). The learners, which
/// include nothing of this folder, have their own (learners/random.hpp).
constexpr std::uint64_t split_mix64(std::uint64_t x) {
  x += kSplitMixStep;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace querent
