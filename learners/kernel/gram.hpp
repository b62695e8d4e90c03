// SPDX-License-Identifier: Apache-2.0
// The kernel values of all pairs of a data set, computed once for many orders and many learners.
//
//   G_ij = κ(x_i, x_j), i, j = 1, …, N;  8 N² bytes
//
// A learner on GramSupport represents an example by its number, and a kernel row over its support
// vectors is a selection from a row of G. Several threads compute the lower triangle row by row;
// it is then mirrored in tiles. Every entry has the same bits as from a support set, so a learner
// makes the same decisions on either.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <querent/learners/kernel/support_set.hpp>

namespace querent {

/// Example number `index` of a Gram matrix, used instead of a row of features.
struct GramRow {
  std::uint32_t index = 0;  ///< from 0, below the matrix's size()
};

/// κ(x_i, x_j) of all pairs: N × N doubles.
class GramMatrix {
 public:
  /// Memory of the matrix of N examples, in bytes.
  static std::size_t bytes(std::size_t N) { return N * N * sizeof(double); }

  /// κ of all pairs of row(0), …, row(N − 1); row is called from `threads` ≥ 1 threads at once.
  template <Kernel K, class RowOf>
  GramMatrix(std::size_t N, const K& kernel, const RowOf& row, std::size_t threads = 1)
      : N_(N), G_(new double[N * N]) {
    const auto each_thread = [&](auto&& work) {
      std::vector<std::future<void>> others;
      for (std::size_t t = 1; t < threads; ++t)
        others.push_back(std::async(std::launch::async, work, t));
      work(0);
      for (auto& other : others) other.get();
    };
    each_thread([&](std::size_t t) {
      SupportSet<K> so_far(kernel);
      for (std::size_t i = 0; i < N; ++i) {
        so_far.set(i, row(static_cast<std::uint32_t>(i)));
        if (i % threads != t) continue;
        const auto k = so_far.row_of(i);
        std::copy(k.begin(), k.end(), &G_[i * N]);
      }
    });
    each_thread([&](std::size_t t) {
      for (std::size_t tile = t * kTile; tile < N; tile += threads * kTile) mirror_into(tile);
    });
  }

  std::size_t size() const { return N_; }  ///< N
  std::span<const double> row(std::size_t i) const { return {&G_[i * N_], N_}; }

 private:
  static constexpr std::size_t kTile = 64;

  /// Rows first … first + kTile − 1 to the right of the diagonal.
  void mirror_into(std::size_t first) {
    const std::size_t end = std::min(first + kTile, N_);
    for (std::size_t tile = first; tile < N_; tile += kTile) {
      for (std::size_t i = first; i < end; ++i) {
        for (std::size_t j = std::max(tile, i + 1); j < std::min(tile + kTile, N_); ++j) {
          G_[i * N_ + j] = G_[j * N_ + i];
        }
      }
    }
  }

  std::size_t N_;
  std::unique_ptr<double[]> G_;
};

/// Support vectors that are examples of a Gram matrix.
class GramSupport {
 public:
  /// No support vectors yet; `gram` is shared, not copied.
  explicit GramSupport(std::shared_ptr<const GramMatrix> gram) : gram_(std::move(gram)) {}

  std::size_t size() const { return members_.size(); }  ///< n, support vectors

  std::span<const double> row(const GramRow& x) const {
    if (x.index != seen_.index || !fresh_) select(x.index, row_);
    seen_ = x;
    fresh_ = true;
    return row_;
  }
  double self(const GramRow& x) const { return gram_->row(x.index)[x.index]; }
  std::span<const double> row_of(std::size_t i) const {
    select(members_[i], row_of_);
    return row_of_;
  }
  double self_of(std::size_t i) const { return self({members_[i]}); }

  void set(std::size_t i, const GramRow& x) {
    assert(i <= members_.size());
    if (i == members_.size()) members_.push_back(0);
    members_[i] = x.index;
    fresh_ = false;
  }

  /// n = 0
  void clear() {
    members_.clear();
    fresh_ = false;
  }

  /// Memory in bytes, without the matrix.
  std::size_t bytes() const { return members_.capacity() * sizeof(std::uint32_t); }

 private:
  void select(std::uint32_t index, std::vector<double>& k) const {
    const std::span<const double> G = gram_->row(index);
    k.resize(members_.size());
    for (std::size_t i = 0; i < k.size(); ++i) k[i] = G[members_[i]];
  }

  std::shared_ptr<const GramMatrix> gram_;
  std::vector<std::uint32_t> members_;
  mutable std::vector<double> row_, row_of_;
  mutable GramRow seen_;
  mutable bool fresh_ = false;
};
static_assert(KernelRows<GramSupport, GramRow>);

}  // namespace querent
