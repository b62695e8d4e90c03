// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <querent/spectral/polish.hpp>

namespace querent::spectral {

/// x ← x + δ, (L − λ) δ = −(L x − λ x) by a few conjugate gradients: the residual of each column
/// falls to a tenth or to `target`. L is combinatorial; L and `tick` must outlive the object.
Correction conjugate_correction(const Laplacian& L, double target,
                                const std::function<void()>& tick);

}  // namespace querent::spectral
