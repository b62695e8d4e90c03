// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <Eigen/Core>

namespace querent::spectral {

/// y = A x of a symmetric operator, x and y of n entries; may throw.
using Product = std::function<void(const double* x, double* y)>;

/// Eigenvectors of the `count` largest eigenvalues θ of the symmetric n × n operator by Spectra's
/// implicitly restarted Lanczos method with `ncv` vectors, each to a residual of tolerance·|θ|.
/// Throws NotConverged.
Eigen::MatrixXd spectra_largest(Eigen::Index n, const Product& product, Eigen::Index count,
                                Eigen::Index ncv, double tolerance);

}  // namespace querent::spectral
