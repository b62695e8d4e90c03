// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <Eigen/Core>

namespace querent::spectral {

/// Calls f(first, last) for the ranges of `chunk` rows that make up 0 … n − 1, by up to `threads`
/// threads of OpenMP (the pool that GraphBLAS uses too). Where the ranges begin does not depend on
/// `threads`. f must not throw.
template <class F>
void for_rows(int threads, Eigen::Index n, Eigen::Index chunk, F&& f) {
  const Eigen::Index chunks = (n + chunk - 1) / chunk;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1 && chunks > 1)
#else
  static_cast<void>(threads);
#endif
  for (Eigen::Index c = 0; c < chunks; ++c) f(c * chunk, std::min(n, (c + 1) * chunk));
}

}  // namespace querent::spectral
