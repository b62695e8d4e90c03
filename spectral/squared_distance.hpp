// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/matrices/laplacian.hpp>

namespace querent::spectral {

/// ‖y_c − λ_c x_c‖₂² of kBlockColumns columns, in double; over all processes if L is distributed.
template <class X, class Y>
std::array<double, kBlockColumns> squared_distance(const Laplacian& L, const DenseBlock<X>& x,
                                                   const DenseBlock<Y>& y, const double* lambda) {
  return L.sum_rows<kBlockColumns>([&](std::uint64_t i, auto& sum) {
    for (std::uint64_t c = 0; c < kBlockColumns; ++c) {
      const double r =
          static_cast<double>(y.row(i)[c]) - lambda[c] * static_cast<double>(x.row(i)[c]);
      sum[c] += r * r;
    }
  });
}

}  // namespace querent::spectral
