// SPDX-License-Identifier: Apache-2.0
// The product of a sparse symmetric matrix with a block of dense columns, inside a recurrence.
//
// A row of the block is gathered for every entry of S, and these random reads dominate. Rows are
// therefore 32 bytes of floats and prefetched 256 entries ahead into L2, S has no values if it is a
// pattern, and the recurrence is completed while its row is in registers. Entries are processed in
// groups of eight, the rest in four, two and one; if nodes are sorted by degree, all branches are
// predicted. Two alternating sums hide the latency of additions. Result rows are prefetched for
// writing, because in shared memory another core may still hold them.
// to write to: of memory that processes share, another core has read them last and still has them.
#include <querent/graph/matrices/block_product.hpp>

#include <algorithm>

#include <querent/graph/simd.hpp>

namespace querent {
namespace {

constexpr std::uint64_t kAhead = 256;     // entries
constexpr std::uint64_t kRowsAhead = 32;  // rows of the result, one or two kilobytes
constexpr int kSecondCache = 2;           // locality argument of __builtin_prefetch

template <class Real, std::size_t Bytes>
struct EightColumns {
  using Pack = typename simd::Pack<Real, Bytes>::type;
  static constexpr std::uint64_t kPacks = kBlockColumns * sizeof(Real) / Bytes;

  static const Pack* packs(const Real* p) {
    return static_cast<const Pack*>(static_cast<const void*>(p));
  }
  static Pack* packs(Real* p) { return static_cast<Pack*>(static_cast<void*>(p)); }

  const Graph& graph;
  const Real* alpha;
  const Real* beta;
  const Pack* x;
  Pack* y;
  const std::uint64_t* offsets = graph.offsets().data();
  const Node* column = graph.all_neighbours().data();
  const double* weight = graph.all_weights().data();
  std::uint64_t entries = graph.all_neighbours().size();

  /// sum += Σ S_ij x_j over `Count` entries from k on.
  template <bool Weighted, std::uint64_t Count>
  QUERENT_INLINE void add(std::uint64_t k, Pack* sum) const {
    const std::uint64_t ahead = k + kAhead + Count <= entries ? k + kAhead : k;
#pragma GCC unroll 8
    for (std::uint64_t e = 0; e < Count; ++e) {
      __builtin_prefetch(x + column[ahead + e] * kPacks, 0, kSecondCache);
      const Pack* row = x + column[k + e] * kPacks;
      Pack* to = sum + e % 2 * kPacks;
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) {
        if constexpr (Weighted) {
          to[p] += static_cast<Real>(weight[k + e]) * row[p];
        } else {
          to[p] += row[p];
        }
      }
    }
  }

  /// `Ghosts`: y is already set, and the entries are added to it.
  template <bool Weighted, bool Fresh, bool Ghosts>
  QUERENT_INLINE void rows(std::uint64_t first, std::uint64_t last) const {
    for (std::uint64_t i = first; i < last; ++i) {
      Pack sum[2 * kPacks] = {};
      __builtin_prefetch(y + std::min(i + kRowsAhead, last) * kPacks, 1);
      std::uint64_t k = offsets[i];
      const std::uint64_t end = offsets[i + 1];
      for (; k + 8 <= end; k += 8) add<Weighted, 8>(k, sum);
      const std::uint64_t left = end - k;
      if (left & 4) add<Weighted, 4>(k, sum);
      if (left & 2) add<Weighted, 2>(k + (left & 4), sum);
      if (left & 1) add<Weighted, 1>(k + (left & 6), sum);
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) {
        const std::uint64_t at = i * kPacks + p;
        const Pack all = sum[p] + sum[kPacks + p];
        if constexpr (Ghosts) {
          y[at] += (Fresh ? static_cast<Real>(0.5) * beta[i] : beta[i]) * all;
        } else if constexpr (Fresh) {
          y[at] = static_cast<Real>(0.5) * (alpha[i] * x[at] + beta[i] * all);
        } else {
          y[at] = alpha[i] * x[at] + beta[i] * all - y[at];
        }
      }
    }
  }
};

template <bool Ghosts, class Real, std::size_t Bytes>
QUERENT_INLINE void choose(const Graph& graph, std::uint64_t first, std::uint64_t last,
                           const Real* alpha, const Real* beta, const Real* in, Real* out,
                           bool fresh) {
  using Eight = EightColumns<Real, Bytes>;
  const Eight eight{graph, alpha, beta, Eight::packs(in), Eight::packs(out)};
  if (graph.weighted()) {
    fresh ? eight.template rows<true, true, Ghosts>(first, last)
          : eight.template rows<true, false, Ghosts>(first, last);
  } else {
    fresh ? eight.template rows<false, true, Ghosts>(first, last)
          : eight.template rows<false, false, Ghosts>(first, last);
  }
}

template <bool Ghosts, class Real>
QUERENT_AVX2 void wide(const Graph& graph, std::uint64_t first, std::uint64_t last,
                       const Real* alpha, const Real* beta, const Real* in, Real* out, bool fresh) {
  choose<Ghosts, Real, 32>(graph, first, last, alpha, beta, in, out, fresh);
}

template <bool Ghosts, class Real>
void narrow(const Graph& graph, std::uint64_t first, std::uint64_t last, const Real* alpha,
            const Real* beta, const Real* in, Real* out, bool fresh) {
  choose<Ghosts, Real, 16>(graph, first, last, alpha, beta, in, out, fresh);
}

template <class Real>
void any_columns(const Graph& graph, std::uint64_t first, std::uint64_t last, std::uint64_t columns,
                 const Real* alpha, const Real* beta, const Real* in, Real* out, bool fresh) {
  for (std::uint64_t i = first; i < last; ++i) {
    const auto neighbours = graph.neighbours(static_cast<Node>(i));
    const auto weights = graph.weights(static_cast<Node>(i));
    const Real half = fresh ? static_cast<Real>(0.5) : Real{1};
    const Real* x = in + i * columns;
    Real* y = out + i * columns;
    for (std::uint64_t c = 0; c < columns; ++c) {
      const Real own = half * alpha[i] * x[c];
      y[c] = fresh ? own : own - y[c];
    }
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      const Real w = weights.empty() ? Real{1} : static_cast<Real>(weights[k]);
      const Real factor = half * beta[i] * w;
      const Real* row = in + neighbours[k] * columns;
      for (std::uint64_t c = 0; c < columns; ++c) y[c] += factor * row[c];
    }
  }
}

}  // namespace

template <class Real>
void recurrence_rows(const Graph& graph, std::uint64_t first, std::uint64_t last,
                     std::uint64_t columns, const Real* alpha, const Real* beta, const Real* in,
                     Real* out, bool fresh) {
  if (columns != kBlockColumns) {
    any_columns(graph, first, last, columns, alpha, beta, in, out, fresh);
  } else if (simd::has_avx2()) {
    wide<false>(graph, first, last, alpha, beta, in, out, fresh);
  } else {
    narrow<false>(graph, first, last, alpha, beta, in, out, fresh);
  }
}

template <class Real>
void add_ghost_rows(const Graph& ghosts, std::uint64_t first, std::uint64_t last, const Real* beta,
                    const Real* in, Real* out, bool fresh) {
  simd::has_avx2() ? wide<true>(ghosts, first, last, beta, beta, in, out, fresh)
                   : narrow<true>(ghosts, first, last, beta, beta, in, out, fresh);
}

template void recurrence_rows(const Graph&, std::uint64_t, std::uint64_t, std::uint64_t,
                              const float*, const float*, const float*, float*, bool);
template void recurrence_rows(const Graph&, std::uint64_t, std::uint64_t, std::uint64_t,
                              const double*, const double*, const double*, double*, bool);
template void add_ghost_rows(const Graph&, std::uint64_t, std::uint64_t, const float*, const float*,
                             float*, bool);
template void add_ghost_rows(const Graph&, std::uint64_t, std::uint64_t, const double*,
                             const double*, double*, bool);

}  // namespace querent
