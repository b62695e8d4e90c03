// SPDX-License-Identifier: Apache-2.0
// The fit of probabilities to left-out predictions: part (3) of session/find.hpp.
#pragma once

#include <vector>

#include <Eigen/Core>

#include <querent/learners/session/find.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Left-out predictions μ of the targets y = ±1, and addends β o_i of opinions; empty: none.
struct LeftOut {
  Eigen::VectorXd prediction, target, addends = {};
};
/// The prediction for each answer by the process without it: K among the answers, their noises.
LeftOut left_out(Eigen::MatrixXd K, const Eigen::VectorXd& target, const Eigen::VectorXd& noise);

/// ℓ of part (3), averaged over slopes and offsets.
double log_likelihood(const LeftOut& left_out, double label_noise);

/// What follows for the share of the class, from unread items or an even sample of them.
struct ClassShare {
  double found = 0, read = 0, unread = 0;         ///< numbers of items
  std::vector<double> scores = {}, addends = {};  ///< F and β o of each item of the sample

  double at(double slope, double offset) const;  ///< (found + Σ P)/n
};

struct LogisticFit {
  double slope = 0, offset = 0;
};
/// The slope and the offset with the largest ℓ + log Beta(share): the posterior mode.
LogisticFit logistic_fit(const LeftOut& left_out, const ClassShare& share,
                         const FindParams& params);

}  // namespace querent
