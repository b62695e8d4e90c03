// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

namespace querent::spectral {

/// The parts of the scores, each 1 × K.
using Parts = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// The parts of a labelled node that was held out, and its class.
struct LeftOutScores {
  Parts parts;
  int label = 0;
};

/// x ≥ 0 for which xᵀ parts predicts the labels best (blend_regression.cpp); its sum is the
/// inverse temperature. Each of `kept` has this `weight`.
Eigen::Vector3d blend_by_regression(const std::vector<LeftOutScores>& kept, double weight);

}  // namespace querent::spectral
