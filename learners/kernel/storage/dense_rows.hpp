// SPDX-License-Identifier: Apache-2.0
// Dense support vectors as one growing matrix, in panels of kLanes rows whose entries are
// interleaved:
//
//   panel p:   x_{16p,1} … x_{16p+15,1} | x_{16p,2} … x_{16p+15,2} | …
//              16 rows of doubles, 32 of floats
//
// A product with x runs down the panel and adds to kLanes independent sums at once. A new panel is
// the only allocation; rows are never moved.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include <querent/learners/kernel/storage/probe.hpp>
#include <querent/learners/kernel/storage/simd.hpp>

namespace querent::detail {

template <class Real>
using Panel = std::vector<Lanes<Real>>;

/// out_i ← xᵀ x_i for all rows of all panels; `out` has room for whole panels.
template <class Real>
QUERENT_ALWAYS_INLINE void panel_products_body(std::span<const Panel<Real>> panels,
                                               std::span<const Real> x, Real* out) {
  using Vector = typename Simd<Real>::Vector;
  for (const Panel<Real>& panel : panels) {
    const Real* entries = panel.empty() ? nullptr : panel.front().value.data();
    Vector sum[kVectors] = {};
    for (std::size_t j = 0; j < x.size(); ++j) {
      const Real xj = x[j];
      for (std::size_t v = 0; v < kVectors; ++v) {
        sum[v] += xj * vector_at(entries + j * kLanes<Real>, v).value;
      }
    }
    for (std::size_t v = 0; v < kVectors; ++v) vector_at(out, v).value = sum[v];
    out += kLanes<Real>;
  }
}
template <class Real>
void panel_products_baseline(std::span<const Panel<Real>> panels, std::span<const Real> x,
                             Real* out) {
  panel_products_body(panels, x, out);
}
template <class Real>
QUERENT_AVX2 void panel_products_avx2(std::span<const Panel<Real>> panels, std::span<const Real> x,
                                      Real* out) {
  panel_products_body(panels, x, out);
}

template <class Real>
class DenseRows {
 public:
  void set(std::size_t i, const Probe<Real>& x) {
    if (x.dim() > dim_) {
      dim_ = x.dim();
      for (auto& panel : panels_) panel.resize(dim_);
    }
    if (i / kLanes<Real> == panels_.size()) panels_.emplace_back(dim_);
    assert(i / kLanes<Real> < panels_.size());
    Panel<Real>& panel = panels_[i / kLanes<Real>];
    for (std::size_t j = 0; j < dim_; ++j)
      panel[j].value[i % kLanes<Real>] = j < x.dim() ? x.entries[j] : Real{0};
  }

  std::size_t dim() const { return dim_; }

  /// The number of values that products() writes.
  std::size_t padded_size() const { return panels_.size() * kLanes<Real>; }

  void products(const Probe<Real>& x, Real* out) const {
    const std::span<const Panel<Real>> panels(panels_);
    const std::span<const Real> entries(x.entries.data(), std::min(x.dim(), dim_));
    has_avx2() ? panel_products_avx2(panels, entries, out)
               : panel_products_baseline(panels, entries, out);
  }

  void restore(std::size_t i, Probe<Real>& x) const {
    x.dense = true;
    x.entries.resize(dim_);
    const Panel<Real>& panel = panels_[i / kLanes<Real>];
    for (std::size_t j = 0; j < dim_; ++j) x.entries[j] = panel[j].value[i % kLanes<Real>];
  }

  std::size_t bytes() const {
    return panels_.size() * (sizeof(Panel<Real>) + dim_ * sizeof(Lanes<Real>));
  }

 private:
  std::size_t dim_ = 0;
  std::vector<Panel<Real>> panels_;
};

}  // namespace querent::detail
