// SPDX-License-Identifier: Apache-2.0
// Rows of vectors that are stored in panels.
//
//   v_k(i) = sign_k X(c, column_k)/(√m_c ‖x_k‖),   i one of the m_c nodes that node c of the quotient represents
//
// Panels are read in the order of the quotient's nodes, for any rows: from a file
// outside memory they are then read in long stretches, and the random writes go to the rows, which
// are in memory.
#include <querent/spectral/lazy_eigenvectors.hpp>

#include <algorithm>
#include <cmath>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/parallel.hpp>
#include <querent/spectral/quotient.hpp>
#include <querent/spectral/rows_by_slabs.hpp>
#include <querent/spectral/signs.hpp>

namespace querent::spectral {
namespace {

constexpr auto b = static_cast<Eigen::Index>(kBlockColumns);
constexpr std::uint64_t kChunk = 4096;  // of the quotient's nodes, per thread

}  // namespace

template <class Real>
PanelVectors<Real>::PanelVectors(std::vector<DenseBlock<Real>> panels,
                                 const Eigen::VectorXd& length,
                                 const std::vector<Eigen::Index>& column,
                                 std::shared_ptr<const Quotient> quotient, std::uint64_t nodes,
                                 int threads)
    : panels_(std::move(panels)), quotient_(std::move(quotient)), nodes_(nodes), threads_(threads) {
  for (const Eigen::Index from : column) columns_.push_back({from, length(from), 1, {}});
}

template <class Real>
double PanelVectors<Real>::entry(const Column& column, std::uint64_t c, double root) const {
  const Real x = panels_[static_cast<std::size_t>(column.from / b)].row(c)[column.from % b];
  return x / (root * column.length);
}

template <class Real>
void PanelVectors<Real>::make_row(std::uint64_t c, double root, double* row) const {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    if (column.from < 0) {
      row[k] = 0;
      continue;
    }
    row[k] = column.sign * entry(column, c, root);
  }
}

template <class Real>
void PanelVectors<Real>::rows(std::uint64_t first, Embedding::Rows& to) const {
  const auto count = static_cast<std::uint64_t>(to.rows());
  const auto d = static_cast<std::size_t>(to.cols());
  for_rows(threads_, quotient_->size(), kChunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t c = begin; c < end; ++c) {
      const double root = std::sqrt(static_cast<double>(quotient_->multiplicity(c)));
      quotient_->for_each_member(c, [&](Node i) {
        if (i - first >= count) return;  // before `first` too: unsigned
        make_row(c, root, to.data() + (i - first) * d);
      });
    }
  });
  for (std::size_t k = 0; k < d; ++k) {
    for (const auto& [i, x] : columns_[k].entries) {
      if (i - first < count)
        to(static_cast<Eigen::Index>(i - first), static_cast<Eigen::Index>(k)) =
            columns_[k].sign * x;
    }
  }
}

/// If each node represents only itself: rows in the order of the quotient, whose panels are
/// released as they are read; the rows are then moved to their places along the cycles of the
/// permutation.
template <class Real>
Embedding::Rows PanelVectors<Real>::all_rows() {
  constexpr std::uint64_t kMany = std::uint64_t{1}
                                  << 26;  // bytes; above this, both must not be in memory at once
  const std::uint64_t d = columns_.size();
  Embedding::Rows to(static_cast<Eigen::Index>(nodes_), static_cast<Eigen::Index>(d));
  const bool known =
      std::ranges::any_of(columns_, [](const Column& column) { return column.from < 0; });
  if (known || quotient_->size() != nodes_ || nodes_ * d * sizeof(double) < kMany) {
    rows(0, to);
    panels_.clear();
    return to;
  }
  const std::uint64_t slab = slab_rows(nodes_);
  for (std::uint64_t first = 0; first < nodes_; first += slab) {
    const std::uint64_t last = std::min(nodes_, first + slab);
    for_rows(threads_, last - first, kChunk, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t c = first + begin; c < first + end; ++c) make_row(c, 1, to.data() + c * d);
    });
    for (DenseBlock<Real>& panel : panels_) panel.forget(first, last);
  }
  panels_.clear();
  std::vector<bool> there(nodes_, false);
  std::vector<double> carried(d);
  for (std::uint64_t c = 0; c < nodes_; ++c) {
    if (there[c]) continue;
    std::copy_n(to.data() + c * d, d, carried.data());
    std::uint64_t at = c;
    do {
      at = quotient_->member(at);
      std::swap_ranges(carried.begin(), carried.end(), to.data() + at * d);
      there[at] = true;
    } while (at != c);
  }
  return to;
}

template <class Real>
void PanelVectors<Real>::choose(const std::vector<VectorColumn>& columns) {
  std::vector<Column> chosen;
  for (const VectorColumn& column : columns) {
    if (column.of >= 0) {
      chosen.push_back(columns_[static_cast<std::size_t>(column.of)]);
    } else {
      chosen.push_back({-1, 1, 1, column.entries});
    }
  }
  columns_ = std::move(chosen);
}

/// visit(chunk, i, k, v_k(i)) for every entry of the columns of panels, from several threads, one
/// thread per chunk of nodes.
template <class Real>
template <class Visit>
void PanelVectors<Real>::for_each_entry(Visit&& visit) const {
  for_rows(threads_, quotient_->size(), kChunk, [&](std::uint64_t begin, std::uint64_t end) {
    const std::size_t chunk = begin / kChunk;
    for (std::uint64_t c = begin; c < end; ++c) {
      const double root = std::sqrt(static_cast<double>(quotient_->multiplicity(c)));
      quotient_->for_each_member(c, [&](Node i) {
        for (std::size_t k = 0; k < columns_.size(); ++k) {
          const Column& column = columns_[k];
          if (column.from >= 0) visit(chunk, i, k, entry(column, c, root));
        }
      });
    }
  });
}

template <class Real>
void PanelVectors<Real>::fix_signs() {
  const std::uint64_t chunks = (quotient_->size() + kChunk - 1) / kChunk;
  const std::vector<double> signs =
      column_signs(columns_.size(), chunks, [&](auto&& visit) { for_each_entry(visit); });
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    Column& column = columns_[k];
    column.sign = signs[k];
    if (column.from >= 0) continue;
    const auto each_entry = [&](auto&& visit) {
      for (const auto& [i, x] : column.entries) visit(0, i, 0, x);
    };
    column.sign = column_signs(1, 1, each_entry).front();
  }
}

template class PanelVectors<float>;
template class PanelVectors<double>;

}  // namespace querent::spectral
