// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <querent/spectral/solvers/basis.hpp>
#include <querent/spectral/solvers/chebyshev.hpp>
#include <querent/spectral/solvers/solver.hpp>

namespace querent::spectral {

/// Improves one block of approximate eigenvectors of L, given with their Ritz values.
using Correction = std::function<void(DenseBlock<double>& x, const double* lambda)>;

/// Corrects the blocks of X with a pair above half of the allowed error. Shares (accuracy.hpp) are
/// of the first columns, values of as many or more.
void correct(Basis<double>& X, const Eigen::VectorXd& values, const Eigen::VectorXd& shares,
             const Correction& correction);

/// Values, residuals and errors of the problem.count smallest eigenpairs of L in double; their
/// vectors are the first columns of X. X is given as approximate eigenvectors, nearly orthonormal,
/// the last of them as guards. Rayleigh–Ritz in their span; then, while a pair is not accurate
/// enough and improves, the next of `corrections` (the last of them repeatedly) and Rayleigh–Ritz.
EigenPairs polish(const Problem& problem, const Laplacian& L, Basis<double>& X,
                  Eigen::Index corrected, const std::vector<Correction>& corrections,
                  const std::function<void()>& tick);

/// The first problem.count columns of X unchanged, orthonormal up to rounding: λ_k = x_kᵀ L x_k /
/// x_kᵀ x_k and ‖L x_k − λ_k x_k‖₂ / ‖x_k‖₂ in double, in the order of the columns; ‖x_k‖₂ as
/// `length`.
template <class Real>
EigenPairs rayleigh_quotients(const Problem& problem, const Laplacian& L, Basis<Real>& X,
                              const std::function<void()>& tick, Eigen::VectorXd& length);

/// x ← p(L) x, each column divided by its gain p(λ).
Correction filter_correction(const Laplacian& L, const ChebyshevFilter& filter,
                             const std::function<void()>& tick);

/// x ← x + δ, (L − λ) δ = −(L x − λ x) by a few conjugate gradients: the residual of each column
/// falls to a tenth or to `target`. L is combinatorial; L and `tick` must outlive the object.
Correction conjugate_correction(const Laplacian& L, double target,
                                const std::function<void()>& tick);

}  // namespace querent::spectral
