// SPDX-License-Identifier: Apache-2.0
// The fit of probabilities to left-out predictions: part (3) of session/find.hpp.
#pragma once

#include <Eigen/Core>

namespace [[gnu::visibility("default")]] querent {

/// ℓ of part (3) and the best slope and offset, from left-out predictions of the targets ±1 and the
/// addends β o_i of opinions; empty: none.
struct LogisticFit {
  double log_likelihood = 0;
  double slope = 0, offset = 0;
};
LogisticFit logistic_fit(const Eigen::VectorXd& left_out, const Eigen::VectorXd& target,
                         double label_noise, const Eigen::VectorXd& addends = {});

}  // namespace querent
