// SPDX-License-Identifier: Apache-2.0
// The product of a sparse symmetric matrix with a block of dense columns, inside a recurrence.
//
// A row of the block is gathered for every entry of S: that read at random is all the time there
// is. So the row is as narrow as pays (32 bytes of floats), it is asked for sixteen entries ahead,
// S has no values when it is a pattern, and the recurrence is finished while its row is in
// registers.
#include <querent/graph/block_product.hpp>

#include <algorithm>

#include <querent/graph/simd.hpp>

namespace querent {
namespace {

constexpr std::uint64_t kAhead = 16;

template <class Real, std::size_t Bytes, bool Weighted, bool Fresh>
QUERENT_INLINE void eight_columns(const Graph& graph, std::uint64_t first, std::uint64_t last,
                                  const Real* alpha, const Real* beta, const Real* in, Real* out) {
  using Pack = typename simd::Pack<Real, Bytes>::type;
  constexpr std::uint64_t kPacks = kBlockColumns * sizeof(Real) / Bytes;
  const auto packs = [](auto* p) { return static_cast<const Pack*>(static_cast<const void*>(p)); };
  const Pack* x = packs(in);
  Pack* y = static_cast<Pack*>(static_cast<void*>(out));
  const std::uint64_t* offsets = graph.offsets().data();
  const Node* column = graph.all_neighbours().data();
  const double* weight = graph.all_weights().data();
  const std::uint64_t last_entry = graph.all_neighbours().size();
  for (std::uint64_t i = first; i < last; ++i) {
    Pack sum[kPacks] = {};
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      const std::uint64_t ahead = k + kAhead < last_entry ? k + kAhead : k;
      __builtin_prefetch(x + column[ahead] * kPacks);
      const Pack* row = x + column[k] * kPacks;
#pragma GCC unroll 4
      for (std::uint64_t p = 0; p < kPacks; ++p) {
        if constexpr (Weighted) {
          sum[p] += static_cast<Real>(weight[k]) * row[p];
        } else {
          sum[p] += row[p];
        }
      }
    }
#pragma GCC unroll 4
    for (std::uint64_t p = 0; p < kPacks; ++p) {
      const std::uint64_t at = i * kPacks + p;
      if constexpr (Fresh) {
        y[at] = static_cast<Real>(0.5) * (alpha[i] * x[at] + beta[i] * sum[p]);
      } else {
        y[at] = alpha[i] * x[at] + beta[i] * sum[p] - y[at];
      }
    }
  }
}

template <class Real, std::size_t Bytes>
QUERENT_INLINE void choose(const Graph& graph, std::uint64_t first, std::uint64_t last,
                           const Real* alpha, const Real* beta, const Real* in, Real* out,
                           bool fresh) {
  if (graph.weighted()) {
    if (fresh)
      return eight_columns<Real, Bytes, true, true>(graph, first, last, alpha, beta, in, out);
    return eight_columns<Real, Bytes, true, false>(graph, first, last, alpha, beta, in, out);
  }
  if (fresh)
    return eight_columns<Real, Bytes, false, true>(graph, first, last, alpha, beta, in, out);
  return eight_columns<Real, Bytes, false, false>(graph, first, last, alpha, beta, in, out);
}

template <class Real>
QUERENT_AVX2 void wide(const Graph& graph, std::uint64_t first, std::uint64_t last,
                       const Real* alpha, const Real* beta, const Real* in, Real* out, bool fresh) {
  choose<Real, 32>(graph, first, last, alpha, beta, in, out, fresh);
}

template <class Real>
void narrow(const Graph& graph, std::uint64_t first, std::uint64_t last, const Real* alpha,
            const Real* beta, const Real* in, Real* out, bool fresh) {
  choose<Real, 16>(graph, first, last, alpha, beta, in, out, fresh);
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
    wide(graph, first, last, alpha, beta, in, out, fresh);
  } else {
    narrow(graph, first, last, alpha, beta, in, out, fresh);
  }
}

template void recurrence_rows(const Graph&, std::uint64_t, std::uint64_t, std::uint64_t,
                              const float*, const float*, const float*, float*, bool);
template void recurrence_rows(const Graph&, std::uint64_t, std::uint64_t, std::uint64_t,
                              const double*, const double*, const double*, double*, bool);

}  // namespace querent
