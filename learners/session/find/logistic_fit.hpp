// SPDX-License-Identifier: Apache-2.0
// The fit of probabilities to left-out predictions: part (3) of session/find.hpp.
#pragma once

#include <Eigen/Core>

#include <querent/learners/session/find.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Left-out predictions μ of the targets y = ±1, and addends β o_i of opinions; empty: none.
struct LeftOut {
  Eigen::VectorXd prediction, target, addends = {};
};

/// ℓ of part (3), averaged over slopes and offsets.
double log_likelihood(const LeftOut& left_out, double label_noise);

/// The items whose share of the class has a prior: all of them, or an even sample of the unread.
struct ClassShare {
  double found = 0, read = 0, unread = 0;  ///< numbers of items
  Eigen::ArrayXd score, addends = {};      ///< of unread items; without addends: empty

  /// (found + Σ P)/n
  double at(double slope, double offset) const;
};

struct LogisticFit {
  double slope = 0, offset = 0;
};
/// The slope and the offset with the largest ℓ + log Beta(share): the posterior mode.
LogisticFit logistic_fit(const LeftOut& left_out, const ClassShare& share,
                         const FindParams& params);

}  // namespace querent
