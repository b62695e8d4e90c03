// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace [[gnu::visibility("default")]] querent {

constexpr std::uint64_t kRowsForThreads = 8192;

/// The function of for_rows with its type erased.
struct ChunkCall {
  /// Called once per chunk, from several threads.
  void (*function)(void* context, std::int64_t chunk) = nullptr;
  void* context = nullptr;  ///< passed to the function
};

/// Calls the job once for each of the chunks 0 … chunks − 1, on the calling thread and up to
/// threads − 1 helpers, which are kept for the next call of the same thread.
void run_chunks(int threads, std::int64_t chunks, const ChunkCall& call);

/// Calls f(first, last) for the ranges of `chunk` rows that make up 0 … n − 1, or f(i) for each of
/// their rows, on up to `threads` threads; on one for fewer than kRowsForThreads rows. The ranges do
/// not depend on `threads`. f must not throw or call for_rows.
template <class F>
void for_rows(int threads, std::uint64_t n, std::uint64_t chunk, F&& f) {
  const auto chunks = static_cast<std::int64_t>((n + chunk - 1) / chunk);
  const auto one = [&](std::int64_t c) {
    const std::uint64_t first = static_cast<std::uint64_t>(c) * chunk;
    const std::uint64_t last = std::min(n, first + chunk);
    if constexpr (std::is_invocable_v<F&, std::uint64_t>) {
      for (std::uint64_t i = first; i < last; ++i) f(i);
    } else {
      f(first, last);
    }
  };
  if (threads > 1 && chunks > 1 && n >= kRowsForThreads) {
    auto call = [](void* context, std::int64_t c) { (*static_cast<decltype(&one)>(context))(c); };
    run_chunks(threads, chunks, {call, const_cast<void*>(static_cast<const void*>(&one))});
    return;
  }
  for (std::int64_t c = 0; c < chunks; ++c) one(c);
}

/// K sums over rows: f(first, last, partial) adds the terms of some rows to partial[0 … K − 1], or
/// f(i, sum) those of row i to sum[0 … K − 1]. The ranges depend only on n and are added in order:
/// the same bytes for any `threads`.
template <std::size_t K, class F>
std::array<double, K> sum_rows(int threads, std::uint64_t n, F&& f) {
  constexpr std::uint64_t kLanes = 16, kLeast = 512;
  const std::uint64_t lane = std::max(kLeast, (n + kLanes - 1) / kLanes);
  std::array<std::array<double, K>, kLanes> partial{};
  for_rows(threads, n, lane, [&](std::uint64_t first, std::uint64_t last) {
    std::array<double, K> sum{};
    if constexpr (std::is_invocable_v<F&, std::uint64_t, std::array<double, K>&>) {
      for (std::uint64_t i = first; i < last; ++i) f(i, sum);
    } else {
      f(first, last, sum.data());
    }
    partial[first / lane] = sum;
  });
  for (std::size_t l = 1; l < kLanes; ++l) {
    for (std::size_t k = 0; k < K; ++k) partial[0][k] += partial[l][k];
  }
  return partial[0];
}

}  // namespace querent
