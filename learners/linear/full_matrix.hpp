// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include <querent/learners/row.hpp>
#include <querent/learners/square_root_filter.hpp>

namespace querent {

/// A = a I + Σ x xᵀ and one weight vector w = A⁻¹ Σ x·target of a binary second-order learner.
class FullMatrix {
 public:
  /// The score and uncertainty of a row.
  struct Evaluation {
    double wx;  ///< w·x
    double r;   ///< xᵀ A⁻¹ x
  };

  FullMatrix(std::size_t dim, double a)
      : filter_(dim, 1, a), x_(static_cast<Eigen::Index>(dim)), wx_(1) {}

  /// Throws std::invalid_argument for a row with more features than the matrix, which cannot grow.
  Evaluation evaluate(const Row auto& x) const {
    if (x.dim() > filter_.dim()) {
      throw std::invalid_argument("a full matrix cannot grow: the row is longer than the model");
    }
    x_.setZero();
    for_each_nonzero(x, filter_.dim(), [&](std::size_t i, double value) {
      x_[static_cast<Eigen::Index>(i)] = value;
    });
    const double r = filter_.evaluate(x_, wx_);
    return {.wx = wx_[0], .r = r};
  }

  /// A ← A + x xᵀ, Σ x·target ← Σ x·target + x·target for the row of the last evaluate().
  void learn(double target) {
    wx_[0] = target;
    filter_.learn(x_, wx_);
  }

  const SquareRootFilter& filter() const { return filter_; }  ///< A and w in square-root form

  static void fields(auto& self, auto&& field) { field("A", self.filter_); }

 private:
  mutable SquareRootFilter filter_;  // evaluate() changes its workspace only
  mutable Eigen::VectorXd x_, wx_;
};

}  // namespace querent
