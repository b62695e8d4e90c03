// SPDX-License-Identifier: Apache-2.0
// A tall matrix X (n × d) times one of few columns, and its transpose times another, in floats:
// what items that teach cost (self_training.hpp). A matrix product made for square ones packs X
// anew each time, which takes as long as the products of seven columns. Compiled for AVX2, too,
// with the same bits (kernel/simd.hpp).
#pragma once

#include <algorithm>
#include <cstddef>

#include <querent/learners/kernel/simd.hpp>

namespace querent::detail {

/// Columns of what X is multiplied with: whole vectors, those beyond K are 0.
inline std::size_t padded(std::size_t columns) {
  constexpr std::size_t kWhole = kVectorSize<float>;
  return (columns + kWhole - 1) / kWhole * kWhole;
}

using Floats = Simd<float>::Vector;
inline constexpr std::size_t kRowsTogether = 8;  // whose sums are in registers

/// F_r += x_r W for kRows rows, in the columns of one vector.
template <std::size_t kRows>
QUERENT_ALWAYS_INLINE void rows_times(const float* X, std::size_t d, const float* W,
                                      std::size_t columns, float* F) {
  Floats sum[kRows];
  for (std::size_t r = 0; r < kRows; ++r) sum[r] = vector_at(F + r * columns, 0).value;
  for (std::size_t k = 0; k < d; ++k) {
    const Floats w = vector_at(W + k * columns, 0).value;
    for (std::size_t r = 0; r < kRows; ++r) sum[r] += X[r * d + k] * w;
  }
  for (std::size_t r = 0; r < kRows; ++r) vector_at(F + r * columns, 0).value = sum[r];
}

QUERENT_ALWAYS_INLINE void add_product_body(const float* X, std::size_t n, std::size_t d,
                                            const float* W, std::size_t columns, float* F) {
  std::size_t i = 0;
  for (; i + kRowsTogether <= n; i += kRowsTogether) {
    for (std::size_t c = 0; c < columns; c += kVectorSize<float>)
      rows_times<kRowsTogether>(X + i * d, d, W + c, columns, F + i * columns + c);
  }
  for (; i < n; ++i) {
    for (std::size_t c = 0; c < columns; c += kVectorSize<float>)
      rows_times<1>(X + i * d, d, W + c, columns, F + i * columns + c);
  }
}
QUERENT_AVX2 inline void add_product_avx2(const float* X, std::size_t n, std::size_t d,
                                          const float* W, std::size_t columns, float* F) {
  add_product_body(X, n, d, W, columns, F);
}
/// F += X W: W is d × columns, F n × columns, by rows; `columns` as padded() has them.
inline void add_product(const float* X, std::size_t n, std::size_t d, const float* W,
                        std::size_t columns, float* F) {
  has_avx2() ? add_product_avx2(X, n, d, W, columns, F) : add_product_body(X, n, d, W, columns, F);
}

/// B += Σ_r x_r h_rᵀ for kRows rows, in the columns of one vector.
template <std::size_t kRows>
QUERENT_ALWAYS_INLINE void rows_transposed_times(const float* X, std::size_t d, const float* H,
                                                 std::size_t columns, float* B) {
  Floats h[kRows];
  for (std::size_t r = 0; r < kRows; ++r) h[r] = vector_at(H + r * columns, 0).value;
  for (std::size_t k = 0; k < d; ++k) {
    Floats sum = vector_at(B + k * columns, 0).value;
    for (std::size_t r = 0; r < kRows; ++r) sum += X[r * d + k] * h[r];
    vector_at(B + k * columns, 0).value = sum;
  }
}

QUERENT_ALWAYS_INLINE void add_transposed_body(const float* X, std::size_t n, std::size_t d,
                                               const float* H, std::size_t columns, float* B) {
  std::size_t i = 0;
  for (; i + kRowsTogether <= n; i += kRowsTogether) {
    for (std::size_t c = 0; c < columns; c += kVectorSize<float>)
      rows_transposed_times<kRowsTogether>(X + i * d, d, H + i * columns + c, columns, B + c);
  }
  for (; i < n; ++i) {
    for (std::size_t c = 0; c < columns; c += kVectorSize<float>)
      rows_transposed_times<1>(X + i * d, d, H + i * columns + c, columns, B + c);
  }
}
QUERENT_AVX2 inline void add_transposed_avx2(const float* X, std::size_t n, std::size_t d,
                                             const float* H, std::size_t columns, float* B) {
  add_transposed_body(X, n, d, H, columns, B);
}
/// B += Xᵀ H: H is n × columns, B d × columns, by rows.
inline void add_transposed_product(const float* X, std::size_t n, std::size_t d, const float* H,
                                   std::size_t columns, float* B) {
  has_avx2() ? add_transposed_avx2(X, n, d, H, columns, B)
             : add_transposed_body(X, n, d, H, columns, B);
}

}  // namespace querent::detail
