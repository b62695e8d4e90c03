// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace querent {

constexpr std::uint64_t kRowsForThreads = 8192;

/// Calls f(first, last) for the ranges of `chunk` rows that make up 0 … n − 1, by up to `threads`
/// threads of OpenMP; by one for fewer than kRowsForThreads rows, whose work is soon done while a
/// thread that is not scheduled is waited for. Where the ranges begin does not depend on `threads`.
/// f must not throw.
template <class F>
void for_rows(int threads, std::uint64_t n, std::uint64_t chunk, F&& f) {
  const auto chunks = static_cast<std::int64_t>((n + chunk - 1) / chunk);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) \
    num_threads(threads) if (threads > 1 && chunks > 1 && n >= kRowsForThreads)
#else
  static_cast<void>(threads);
#endif
  for (std::int64_t c = 0; c < chunks; ++c) {
    const std::uint64_t first = static_cast<std::uint64_t>(c) * chunk;
    f(first, std::min(n, first + chunk));
  }
}

/// K sums over rows: f(first, last, partial) adds the share of some rows to partial[0 … K − 1]. The
/// ranges depend on n alone and their shares are added in order: the same bytes for any `threads`.
template <std::size_t K, class F>
std::array<double, K> sum_rows(int threads, std::uint64_t n, F&& f) {
  constexpr std::uint64_t kLanes = 16, kLeast = 512;
  const std::uint64_t lane = std::max(kLeast, (n + kLanes - 1) / kLanes);
  std::array<std::array<double, K>, kLanes> partial{};
  for_rows(threads, n, lane, [&](std::uint64_t first, std::uint64_t last) {
    f(first, last, partial[first / lane].data());
  });
  for (std::size_t l = 1; l < kLanes; ++l) {
    for (std::size_t k = 0; k < K; ++k) partial[0][k] += partial[l][k];
  }
  return partial[0];
}

}  // namespace querent
