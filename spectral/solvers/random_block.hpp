// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <querent/datasets/split_mix.hpp>
#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/parallel.hpp>

namespace querent::spectral {

/// Independent entries, uniform in (−√3, √3): mean 0, variance 1. Entry i is a hash of i and
/// `stream`, so threads can share the work. Random
/// signs would be cheaper but wrong: a vector of two entries, as for two twins, is
/// orthogonal to them every other time. The block contains the rows of a larger one from `before`
/// on. The eigensolvers' seed is fixed, because the eigenpairs of a graph must not depend on the
/// seed of an experiment.
template <class Real>
void fill_random(DenseBlock<Real>& block, std::uint64_t stream, int threads,
                 std::uint64_t before = 0) {
  constexpr double kScale = 0x1.bb67ae8584caap+0 * 0x1.0p-63;  // √3 2^−63
  const std::uint64_t k = block.cols();
  for_rows(threads, block.rows(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first * k; i < last * k; ++i) {
      const std::uint64_t z = split_mix64((stream << 48) + (before * k + i) * kSplitMixStep);
      block.data()[i] =
          static_cast<Real>(kScale * static_cast<double>(static_cast<std::int64_t>(z)));
    }
  });
}

}  // namespace querent::spectral
