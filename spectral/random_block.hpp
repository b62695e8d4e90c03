// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include <querent/graph/dense_block.hpp>

namespace querent::spectral {

/// Independent standard normal entries (Box and Muller), the same for the same shape and `stream`.
/// The eigensolvers' seed is fixed: what a graph's eigenpairs are must not depend on the seed of an
/// experiment.
template <class Real>
void fill_normal(DenseBlock<Real>& block, std::uint64_t stream) {
  std::mt19937_64 engine(0x9e3779b97f4a7c15u ^ stream);
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1.0p-53; };
  const std::uint64_t count = block.rows() * block.cols();
  for (std::uint64_t i = 0; i < count; i += 2) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    const double angle = 2 * std::numbers::pi * uniform();
    block.data()[i] = static_cast<Real>(radius * std::cos(angle));
    if (i + 1 < count) block.data()[i + 1] = static_cast<Real>(radius * std::sin(angle));
  }
}

}  // namespace querent::spectral
