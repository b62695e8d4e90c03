// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <querent/learners/random.hpp>

namespace querent {

/// The x with split_mix(x) = `y`: each step of split_mix is invertible.
constexpr std::uint64_t unsplit_mix(std::uint64_t y) {
  y = (y ^ (y >> 31) ^ (y >> 62)) * 0x319642b2d24d8ec3u;
  y = (y ^ (y >> 27) ^ (y >> 54)) * 0x96de1b173f119089u;
  return (y ^ (y >> 30) ^ (y >> 60)) - 0x9e3779b97f4a7c15u;
}
static_assert(unsplit_mix(split_mix(0)) == 0 && unsplit_mix(split_mix(1u << 31)) == 1u << 31);

/// The seed whose run 0 is run `run` of `seed`, in every stream of make_rng().
constexpr std::uint64_t seed_of_run(std::uint64_t seed, std::uint64_t run) {
  return unsplit_mix(split_mix(seed) ^ run);
}

/// The seed of the session in pool order that plays run `run`; a person answers run 0.
constexpr std::uint64_t session_seed(std::uint64_t seed, std::uint64_t run) {
  return split_mix(split_mix(seed) ^ run);
}

}  // namespace querent
