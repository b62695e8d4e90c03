// SPDX-License-Identifier: Apache-2.0
// Products of tall blocks of eight columns with each other and with 8 × 8 matrices, which stay in
// registers while the rows pass.
#include <querent/spectral/solvers/basis.hpp>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/simd.hpp>

namespace querent::spectral {
namespace {

constexpr std::uint64_t b = kBlockColumns;

/// The registers: `kHeld` rows of the small matrix, in all packs of a row. The order of a sum
/// depends on kHeld, which therefore does not depend on `Bytes`.
template <class Real, std::size_t Bytes>
struct Tile {
  using Pack = typename simd::Pack<Real, Bytes>::type;
  static constexpr std::uint64_t kPacks = b * sizeof(Real) / Bytes;
  static constexpr std::uint64_t kHeld = sizeof(Real) == sizeof(float) ? b : b / 2;
};

template <class Pack, class Real>
QUERENT_INLINE const Pack* packs(const Real* p) {
  return static_cast<const Pack*>(static_cast<const void*>(p));
}
template <class Pack, class Real>
QUERENT_INLINE Pack* packs(Real* p) {
  return static_cast<Pack*>(static_cast<void*>(p));
}

template <class Real, std::size_t Bytes>
QUERENT_INLINE void gram(const Real* q, const Real* w, std::uint64_t rows, double* C) {
  using T = Tile<Real, Bytes>;
  using Pack = typename T::Pack;
  const Pack* W = packs<Pack>(w);
  for (std::uint64_t first = 0; first < b; first += T::kHeld) {
    Pack sum[T::kHeld][T::kPacks] = {};
    for (std::uint64_t r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (std::uint64_t k = 0; k < T::kHeld; ++k) {
#pragma GCC unroll 8
        for (std::uint64_t p = 0; p < T::kPacks; ++p) {
          sum[k][p] += q[r * b + first + k] * W[r * T::kPacks + p];
        }
      }
    }
#pragma GCC unroll 8
    for (std::uint64_t k = 0; k < T::kHeld; ++k) {
      for (std::uint64_t c = 0; c < b; ++c) {
        C[(first + k) * b + c] +=
            static_cast<double>(sum[k][c * T::kPacks / b][c % (b / T::kPacks)]);
      }
    }
  }
}

template <class Real, std::size_t Bytes>
QUERENT_INLINE void product(const Real* q, const Real* H, std::uint64_t rows, Real* w) {
  using T = Tile<Real, Bytes>;
  using Pack = typename T::Pack;
  Pack* W = packs<Pack>(w);
  for (std::uint64_t first = 0; first < b; first += T::kHeld) {
    Pack h[T::kHeld][T::kPacks];
#pragma GCC unroll 8
    for (std::uint64_t k = 0; k < T::kHeld; ++k) {
#pragma GCC unroll 8
      for (std::uint64_t p = 0; p < T::kPacks; ++p) {
        for (std::uint64_t c = 0; c < b / T::kPacks; ++c) {
          h[k][p][c] = H[(first + k) * b + p * (b / T::kPacks) + c];
        }
      }
    }
    for (std::uint64_t r = 0; r < rows; ++r) {
#pragma GCC unroll 8
      for (std::uint64_t p = 0; p < T::kPacks; ++p) {
        Pack even = W[r * T::kPacks + p] + q[r * b + first] * h[0][p];
        Pack odd = q[r * b + first + 1] * h[1][p];
#pragma GCC unroll 8
        for (std::uint64_t k = 2; k < T::kHeld; k += 2) {
          even += q[r * b + first + k] * h[k][p];
          odd += q[r * b + first + k + 1] * h[k + 1][p];
        }
        W[r * T::kPacks + p] = even + odd;
      }
    }
  }
}

template <class Real>
QUERENT_AVX2 void wide_gram(const Real* q, const Real* w, std::uint64_t rows, double* C) {
  gram<Real, 32>(q, w, rows, C);
}
template <class Real>
QUERENT_AVX2 void wide_product(const Real* q, const Real* H, std::uint64_t rows, Real* w) {
  product<Real, 32>(q, H, rows, w);
}

}  // namespace

template <class Real>
void add_gram(const Real* q, const Real* w, std::uint64_t rows, double* C) {
  simd::has_avx2() ? wide_gram(q, w, rows, C) : gram<Real, 16>(q, w, rows, C);
}
template <class Real>
void add_product(const Real* q, const Real* H, std::uint64_t rows, Real* w) {
  simd::has_avx2() ? wide_product(q, H, rows, w) : product<Real, 16>(q, H, rows, w);
}

template void add_gram(const float*, const float*, std::uint64_t, double*);
template void add_gram(const double*, const double*, std::uint64_t, double*);
template void add_product(const float*, const float*, std::uint64_t, float*);
template void add_product(const double*, const double*, std::uint64_t, double*);

}  // namespace querent::spectral
