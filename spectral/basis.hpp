// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include <querent/graph/dense_block.hpp>
#include <querent/spectral/parallel.hpp>
#include <querent/spectral/random_block.hpp>

namespace querent::spectral {

/// Orthonormal columns that grow by blocks. Sums over rows run in lanes whose bounds depend on n
/// alone, added in order: the bytes do not depend on the number of threads.
template <class Real>
class Basis {
 public:
  using Columns = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
  using BlockMap = Eigen::Map<Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

  Basis(Eigen::Index n, Eigen::Index capacity, int threads)
      : Q_(n, capacity),
        threads_(threads),
        lane_(std::max<Eigen::Index>(kRows, (n + kLanes - 1) / kLanes)) {}

  Eigen::Index size() const { return size_; }
  Eigen::Index capacity() const { return Q_.cols(); }

  void append(DenseBlock<Real>& W) {
    const BlockMap map = as_matrix(W);
    rows([&](Eigen::Index first, Eigen::Index count) {
      Q_.block(first, size_, count, map.cols()) = map.middleRows(first, count);
    });
    size_ += map.cols();
  }

  /// The last columns as a block.
  void copy_last(DenseBlock<Real>& W) const {
    BlockMap map = as_matrix(W);
    rows([&](Eigen::Index first, Eigen::Index count) {
      map.middleRows(first, count) = Q_.block(first, size_ - map.cols(), count, map.cols());
    });
  }

  /// h = Qᵀ W for the columns from `from` on, W ← W − Q h.
  Eigen::MatrixXd project(DenseBlock<Real>& W, Eigen::Index from = 0) const {
    BlockMap map = as_matrix(W);
    const Eigen::Index m = size_ - from;
    const Eigen::MatrixXd h =
        sum(m, map.cols(), [&](Eigen::Index first, Eigen::Index count, Columns& partial) {
          partial.noalias() +=
              Q_.block(first, from, count, m).transpose() * map.middleRows(first, count);
        });
    const Columns coefficients = h.template cast<Real>();
    rows([&](Eigen::Index first, Eigen::Index count) {
      map.middleRows(first, count).noalias() -= Q_.block(first, from, count, m) * coefficients;
    });
    return h;
  }

  /// Wᵀ W.
  Eigen::MatrixXd gram(DenseBlock<Real>& W) const {
    const BlockMap map = as_matrix(W);
    return sum(map.cols(), map.cols(),
               [&](Eigen::Index first, Eigen::Index count, Columns& partial) {
                 partial.noalias() +=
                     map.middleRows(first, count).transpose() * map.middleRows(first, count);
               });
  }

  /// W ← W A.
  void rotate(DenseBlock<Real>& W, const Eigen::MatrixXd& A) const {
    BlockMap map = as_matrix(W);
    const Columns factor = A.template cast<Real>();
    rows([&](Eigen::Index first, Eigen::Index count) {
      map.middleRows(first, count) = (map.middleRows(first, count) * factor).eval();
    });
  }

  /// The first columns stay as they are; the others, Q_2, become Q_2 S.
  void compress(Eigen::Index keep, const Eigen::MatrixXd& S) {
    const Columns factor = S.template cast<Real>();
    rows([&](Eigen::Index first, Eigen::Index count) {
      const Columns product = Q_.block(first, keep, count, S.rows()) * factor;
      Q_.block(first, keep, count, S.cols()) = product;
    });
    size_ = keep + S.cols();
  }

  /// Q_2 S, where Q_2 are the columns from `from` on, by rows.
  template <class Rows>
  void combine(Eigen::Index from, const Eigen::MatrixXd& S, Rows& out) const {
    const Columns factor = S.template cast<Real>();
    rows([&](Eigen::Index first, Eigen::Index count) {
      const Columns product = Q_.block(first, from, count, S.rows()) * factor;
      out.middleRows(first, count) = product.template cast<double>();
    });
  }

 private:
  static constexpr Eigen::Index kLanes = 16;
  static constexpr Eigen::Index kRows =
      512;  // rows at a time: what is used twice stays in the cache

  BlockMap as_matrix(DenseBlock<Real>& W) const {
    return {W.data(), Q_.rows(), static_cast<Eigen::Index>(W.cols())};
  }
  template <class F>
  void rows(F&& f) const {
    for_rows(threads_, Q_.rows(), kRows,
             [&](Eigen::Index first, Eigen::Index last) { f(first, last - first); });
  }
  template <class F>
  Eigen::MatrixXd sum(Eigen::Index m, Eigen::Index k, F&& f) const {
    Eigen::MatrixXd lanes = Eigen::MatrixXd::Zero(m, k * kLanes);
    for_rows(threads_, Q_.rows(), lane_, [&](Eigen::Index begin, Eigen::Index end) {
      Columns partial(m, k);
      for (Eigen::Index first = begin; first < end; first += kRows) {
        partial.setZero();
        f(first, std::min(kRows, end - first), partial);
        lanes.middleCols(begin / lane_ * k, k) += partial.template cast<double>();
      }
    });
    Eigen::MatrixXd total = lanes.leftCols(k);
    for (Eigen::Index lane = 1; lane < kLanes; ++lane) total += lanes.middleCols(lane * k, k);
    return total;
  }

  Columns Q_;
  Eigen::Index size_ = 0;
  int threads_;
  Eigen::Index lane_;
};

}  // namespace querent::spectral
