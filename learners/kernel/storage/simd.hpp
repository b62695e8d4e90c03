// SPDX-License-Identifier: Apache-2.0
// Vectors of a fixed 32 bytes, and the choice of instructions at run time, for the two hot loops of
// the kernel learners (dense products, exponentials).
//
// Each loop is written once, on vectors that the compiler lowers to the target's instructions, and
// compiled twice on x86-64: for the baseline and for AVX2. Lanes never mix and fused multiply-add
// is off in both, so that both give the same bits; tests/learners/kernel_support_set.cpp checks
// this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if !defined(__GNUC__)
#error "querent's kernel learners need the vector extensions of GCC or Clang"
#endif

/// Makes the compiler use the instruction set of the caller.
#define QUERENT_ALWAYS_INLINE [[gnu::always_inline]] inline
/// @def QUERENT_AVX2
/// Compiles a function for AVX2; call it only if has_avx2(). Empty on other machines.
#if defined(__x86_64__)
#define QUERENT_AVX2 [[gnu::target("avx2")]]
#else
#define QUERENT_AVX2
#endif

namespace querent::detail {

/// Whether this machine runs the AVX2 copies.
inline bool has_avx2() {
#if defined(__x86_64__)
  static const bool yes = __builtin_cpu_supports("avx2") != 0;
  return yes;
#else
  return false;
#endif
}

template <class Real>
struct Simd;
template <>
struct Simd<double> {
  using Vector = double __attribute__((vector_size(32)));
  struct [[gnu::packed, gnu::may_alias]] Unaligned {
    Vector value;
  };
  using Bits = std::uint64_t __attribute__((vector_size(32)));
};
template <>
struct Simd<float> {
  using Vector = float __attribute__((vector_size(32)));
  struct [[gnu::packed, gnu::may_alias]] Unaligned {
    Vector value;
  };
  using Bits = std::uint32_t __attribute__((vector_size(32)));
};

template <class Real>
inline constexpr std::size_t kVectorSize = 32 / sizeof(Real);
/// Four vectors are processed together, so that their chains of additions overlap.
inline constexpr std::size_t kVectors = 4;
template <class Real>
inline constexpr std::size_t kLanes = kVectors * kVectorSize<Real>;

/// One entry of each of kLanes rows.
template <class Real>
struct alignas(64) Lanes {
  std::array<Real, kLanes<Real>> value{};
};

/// Loads vector v of those that begin at p, at any address. Not an aligned(8) type: clang 14
/// ignores it in a template.
template <class Real>
QUERENT_ALWAYS_INLINE const typename Simd<Real>::Unaligned& vector_at(const Real* p,
                                                                      std::size_t v) {
  return reinterpret_cast<const typename Simd<Real>::Unaligned*>(p)[v];
}
template <class Real>
QUERENT_ALWAYS_INLINE typename Simd<Real>::Unaligned& vector_at(Real* p, std::size_t v) {
  return reinterpret_cast<typename Simd<Real>::Unaligned*>(p)[v];
}

}  // namespace querent::detail
