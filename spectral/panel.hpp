// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace querent::spectral {

/// C += Qᵀ W for `rows` rows of two blocks of kBlockColumns, C by rows. Sums are in Real, so the
/// caller passes few rows at a time.
template <class Real>
void add_gram(const Real* q, const Real* w, std::uint64_t rows, double* C);

/// W += Q H, H by rows.
template <class Real>
void add_product(const Real* q, const Real* H, std::uint64_t rows, Real* w);

extern template void add_gram(const float*, const float*, std::uint64_t, double*);
extern template void add_gram(const double*, const double*, std::uint64_t, double*);
extern template void add_product(const float*, const float*, std::uint64_t, float*);
extern template void add_product(const double*, const double*, std::uint64_t, double*);

}  // namespace querent::spectral
