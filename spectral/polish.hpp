// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <querent/spectral/basis.hpp>
#include <querent/spectral/chebyshev.hpp>
#include <querent/spectral/solver.hpp>

namespace querent::spectral {

/// Values and residuals of the problem.count smallest eigenpairs of L in double; their vectors are
/// the first columns of X. X comes as approximate eigenvectors, orthonormal to the precision of
/// their source, the last of them as guards. Rayleigh–Ritz in their span and then, as long as a
/// residual misses the tolerance and falls, X ← p(L) X and again.
EigenPairs polish(const Problem& problem, const Laplacian& L, const ChebyshevFilter& filter,
                  Basis<double>& X, const std::function<void()>& tick);

}  // namespace querent::spectral
