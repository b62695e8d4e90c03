// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <querent/datasets/split_mix.hpp>
#include <querent/graph/graph.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Tests in one pass and 8 bytes whether the entries of a matrix, in any order, form a symmetric
/// one: each entry adds or subtracts a 64-bit hash of ({i, j}, weight), depending on i < j. An
/// asymmetric matrix gives 0 with probability 2^-64.
class Symmetry {
 public:
  void add(Node i, Node j, double weight) {
    if (i == j || weight == 0) return;
    const auto [low, high] = std::minmax(i, j);
    const std::uint64_t h = split_mix64(split_mix64(std::uint64_t{low} << 32 | high) ^
                                        std::bit_cast<std::uint64_t>(weight));
    sum_ += i < j ? h : 0 - h;
  }
  bool symmetric() const { return sum_ == 0; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace querent
