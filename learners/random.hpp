// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace querent {

/// The engine that every random function of querent takes as an argument. The C++ standard fixes
/// its sequence but not the standard distributions, so the few that are needed are defined here.
using Rng = std::mt19937_64;

/// The purpose of a stream of random numbers. The streams of one (seed, run) are independent, so an
/// added draw in one never changes another.
enum class Stream : std::uint64_t {
  kOrder = 1,
  kQuery = 2,
  kHeldOut = 3,
  kLearner = 4,
  kPasses = 5
};

/// Scrambles 64 bits (Steele, Lea, Flood: SplitMix64, OOPSLA 2014).
constexpr std::uint64_t split_mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// The engine of run `run` of `seed`; it does not depend on the number of runs.
inline Rng make_rng(std::uint64_t seed, std::uint64_t run, Stream stream) {
  return Rng(split_mix(split_mix(split_mix(seed) ^ run) ^ static_cast<std::uint64_t>(stream)));
}

/// Uniform on [0, 1), from the upper 53 bits.
inline double uniform01(Rng& rng) {
  return static_cast<double>(rng() >> 11) * 0x1.0p-53;
}

/// Uniform on 0 … bound − 1 without bias (rejection); bound > 0.
inline std::uint64_t uniform_below(Rng& rng, std::uint64_t bound) {
  const std::uint64_t limit = bound * (~std::uint64_t{0} / bound);
  for (;;) {
    const std::uint64_t x = rng();
    if (x < limit) return x % bound;
  }
}

/// Shuffles by Fisher and Yates.
template <class T>
void shuffle(std::vector<T>& items, Rng& rng) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[uniform_below(rng, i)]);
}

/// A random order of 0 … n − 1.
inline std::vector<std::uint32_t> random_order(std::uint32_t n, Rng& rng) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  shuffle(order, rng);
  return order;
}

}  // namespace querent
