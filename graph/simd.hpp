// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace querent::simd {

/// `Bytes` / sizeof(Real) numbers that a processor treats as one; reads and writes any memory of
/// `Real`, aligned to `Bytes`.
template <class Real, std::size_t Bytes>
struct Pack {
  using type [[gnu::vector_size(Bytes), gnu::may_alias]] = Real;
};

// A hot kernel is compiled twice from one always-inlined body: for any processor, and for AVX2,
// chosen at run time. Neither fuses a product with a sum and each column keeps its own sums, so
// both give the same bits. Asking for a line to write to (prfchw) does nothing where a processor of
// AVX2 cannot.
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
