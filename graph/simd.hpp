// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace querent::simd {

/// A vector of `Bytes` / sizeof(Real) numbers; it may alias memory of `Real` aligned to `Bytes`.
template <class Real, std::size_t Bytes>
struct Pack {
  using type [[gnu::vector_size(Bytes), gnu::may_alias]] = Real;
};

// A hot kernel is compiled twice from one always-inlined body: for any processor, and for AVX2,
// selected at run time. Neither version fuses multiplications and additions, and each column has
// its own sums, so both give the same bits. Prefetching for writing (prfchw) is a no-op on AVX2
// processors without it.
#if defined(__x86_64__)
#define QUERENT_AVX2 [[gnu::target("avx2,prfchw")]]
inline bool has_avx2() {
  static const bool yes = __builtin_cpu_supports("avx2") != 0;
  return yes;
}
#else
#define QUERENT_AVX2
inline bool has_avx2() {
  return false;
}
#endif
#define QUERENT_INLINE [[gnu::always_inline]] inline

}  // namespace querent::simd
