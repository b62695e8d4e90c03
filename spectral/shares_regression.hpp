// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

namespace querent::spectral {

/// What scores are a sum of, each 1 × K.
using Parts = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// The parts of a labelled node that was kept back, and its class.
struct KeptBack {
  Parts parts;
  int label = 0;
};

/// x ≥ 0 with which xᵀ parts foretell the labels best (shares_regression.cpp); its sum is how sharp
/// they are. Each of `kept` stands for `weight` labels.
Eigen::Vector3d shares_by_regression(const std::vector<KeptBack>& kept, double weight);

}  // namespace querent::spectral
