// SPDX-License-Identifier: Apache-2.0
// e^x of many x ≤ 0 at once, without branches or tables.
//
//   n = round(x / ln 2)            by adding and subtracting 1.5·2^52: n is left in the lowest bits
//   r = x − n ln 2, |r| ≤ ½ ln 2   ln 2 in two parts; the first product is exact
//                                  (Cody, Waite 1980)
//   e^x = 2^n Σ_k r^k / k!         even and odd powers in two short chains
//
// The error is at most 2 units in the last place (tests/learners/kernel_vector_exp.cpp against
// std::exp); a result below the smallest normal number is 0; not-a-number stays. The result of an
// element does not depend on its neighbours.
#pragma once

#include <cstring>

#include <querent/learners/kernel/storage/simd.hpp>

namespace querent::detail {

template <class Real>
struct ExpConstants;
template <>
struct ExpConstants<double> {
  static constexpr double kRound = 0x1.8p52, kLowest = -708.0;
  static constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;
  static constexpr int kMantissaBits = 52;
};
template <>
struct ExpConstants<float> {
  static constexpr float kRound = 0x1.8p23f, kLowest = -87.0f;
  static constexpr float kLn2High = 0x1.63p-1f, kLn2Low = -0x1.bd0106p-13f;
  static constexpr int kMantissaBits = 23;
};

/// e^x of one vector, x ≤ 0.
template <class Real>
QUERENT_ALWAYS_INLINE void exp_vector(typename Simd<Real>::Vector& x) {
  using Vector = typename Simd<Real>::Vector;
  using Bits = typename Simd<Real>::Bits;
  using Constants = ExpConstants<Real>;
  constexpr Real kLog2e = static_cast<Real>(0x1.71547652b82fep+0L);
  const auto over = [](double factorial) { return static_cast<Real>(1 / factorial); };

  const Vector shifted = x * kLog2e + Constants::kRound;
  const Vector n = shifted - Constants::kRound;
  const Vector r = (x - n * Constants::kLn2High) - n * Constants::kLn2Low;
  const Vector r2 = r * r;
  Vector even, odd;
  if constexpr (sizeof(Real) == 8) {
    even = ((((r2 * over(479001600) + over(3628800)) * r2 + over(40320)) * r2 + over(720)) * r2 +
            over(24)) *
           r2;
    odd =
        (((((r2 * over(6227020800) + over(39916800)) * r2 + over(362880)) * r2 + over(5040)) * r2 +
          over(120)) *
             r2 +
         over(6)) *
        r2;
  } else {
    even = (r2 * over(720) + over(24)) * r2;
    odd = ((r2 * over(5040) + over(120)) * r2 + over(6)) * r2;
  }
  // 1 + (r + r²/2 + …): the large terms last
  const Vector sum = Real{1} + (r + (r * odd + r2 * (Real{0.5} + even)));
  const Bits exponent = __builtin_bit_cast(Bits, shifted) << Constants::kMantissaBits;
  const Vector result = __builtin_bit_cast(Vector, __builtin_bit_cast(Bits, sum) + exponent);
  x = x < Constants::kLowest ? Vector{} : result;
}

/// k_i ← exp(scale · max(0, xx + zz_i − 2 k_i)) with scale ≤ 0, for inner products k_i: a row of
/// the Gaussian kernel.
template <class Real>
QUERENT_ALWAYS_INLINE void gaussian_row_body(Real* k, const Real* zz, std::size_t n, Real xx,
                                             Real scale) {
  using Vector = typename Simd<Real>::Vector;
  const auto block = [ xx, scale ](Real * out, const Real* norms) __attribute__((always_inline)) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      const Vector dot = vector_at(out, v).value;
      const Vector squared_distance = (xx + vector_at(norms, v).value) - (dot + dot);
      Vector e = scale * (squared_distance < 0 ? Vector{} : squared_distance);
      exp_vector<Real>(e);
      vector_at(out, v).value = e;
    }
  };
  std::size_t i = 0;
  for (; i + kLanes<Real> <= n; i += kLanes<Real>) block(k + i, zz + i);
  if (i == n) return;
  Lanes<Real> rest, rest_norms;
  std::memcpy(rest.value.data(), k + i, (n - i) * sizeof(Real));
  std::memcpy(rest_norms.value.data(), zz + i, (n - i) * sizeof(Real));
  block(rest.value.data(), rest_norms.value.data());
  std::memcpy(k + i, rest.value.data(), (n - i) * sizeof(Real));
}

template <class Real>
void gaussian_row_baseline(Real* k, const Real* zz, std::size_t n, Real xx, Real scale) {
  gaussian_row_body(k, zz, n, xx, scale);
}
template <class Real>
QUERENT_AVX2 void gaussian_row_avx2(Real* k, const Real* zz, std::size_t n, Real xx, Real scale) {
  gaussian_row_body(k, zz, n, xx, scale);
}
template <class Real>
void gaussian_row(Real* k, const Real* zz, std::size_t n, Real xx, Real scale) {
  has_avx2() ? gaussian_row_avx2(k, zz, n, xx, scale) : gaussian_row_baseline(k, zz, n, xx, scale);
}

}  // namespace querent::detail
