// SPDX-License-Identifier: Apache-2.0
// The kernels of `find`: part (1) of session/find.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <querent/learners/session/auto/kernels.hpp>
#include <querent/learners/session/find.hpp>
#include <querent/learners/session/items.hpp>

namespace [[gnu::visibility("default")]] querent {

class FindKernels {
 public:
  /// O(number of entries), and the principal components of `auto`. Shares ownership of the items.
  /// If `go_on` returns false while rows are joined to their neighbours, throws Cancelled.
  FindKernels(std::shared_ptr<const Items> items, int threads, const AutoParams& components,
              const FindParams& params, const std::function<bool()>& go_on = {});

  std::uint32_t size() const { return dense_.size(); }  ///< n
  const Items& items() const { return *items_; }
  std::size_t count() const { return count_; }  ///< number of kernels
  /// The vectors θ that are compared, each of count() weights ≥ 0 with sum 1.
  const std::vector<std::vector<double>>& mixtures() const { return mixtures_; }

  /// Σ_b θ_b K_b(i, j) for every i, one column per item j.
  Eigen::MatrixXf columns(std::span<const double> theta,
                          std::span<const std::uint32_t> items) const;
  Eigen::VectorXf column(std::span<const double> theta, std::uint32_t item) const {
    return columns(theta, {&item, 1}).col(0);
  }
  /// The same for a text that is not an item: `rows` has at most one row per view. Only the exact
  /// part of its words' kernel counts.
  Eigen::VectorXf column_of(std::span<const double> theta, const CsrMatrix& rows) const;
  /// K of that text with itself.
  double variance_of(std::span<const double> theta, const CsrMatrix& rows) const;
  /// K_b among these items, one row and column per item.
  Eigen::MatrixXd among(std::size_t b, std::span<const std::uint32_t> items) const;

 private:
  static Kernels components_of(const std::shared_ptr<const Items>& items, int threads,
                               const AutoParams& params, const std::function<bool()>& go_on);
  Mixture dense_mixture(std::span<const double> theta) const;

  std::shared_ptr<const Items> items_;
  Kernels dense_;
  double exact_;
  std::vector<Eigen::SparseMatrix<float>> terms_;  // empty: the kernels of `auto`
  std::vector<Eigen::VectorXd> lengths_;           // ‖x_i‖ of each view
  std::size_t count_;
  std::vector<std::vector<double>> mixtures_;
};

}  // namespace querent
