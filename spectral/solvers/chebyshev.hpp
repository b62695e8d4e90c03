// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <querent/graph/matrices/laplacian.hpp>

namespace querent::spectral {

/// T_degree((m − λ)/e) with m, e the middle and half width of [cutoff, upper]: within ±1 there,
/// growing fast below the cutoff. Applied to L it amplifies the eigenvectors below the cutoff.
struct ChebyshevFilter {
  double cutoff;
  double upper;  ///< no eigenvalue of L exceeds it
  int degree;

  /// The filter's value at λ, 1 … ∞ below the cutoff.
  double gain(double lambda) const;
  /// The λ below the cutoff at which gain(λ) is `gain`, at least 1; the cutoff for a smaller gain.
  double eigenvalue(double gain) const;
};

/// The filter of [cutoff, the upper bound of the spectrum], p(0) = cosh(10) ≈ 1e4.
ChebyshevFilter filter_above(double cutoff, double upper_bound);

/// p(L) for one filter p.
template <class Real>
class FilterOperator {
 public:
  /// `tick` is called before every product and may throw.
  FilterOperator(const Laplacian& L, const ChebyshevFilter& filter, std::function<void()> tick);

  /// x ← p(L) x, one product of L per degree. `spare`, of the shape of x, is overwritten.
  void apply(DenseBlock<Real>& x, DenseBlock<Real>& spare) const;
  /// y ← (m − L) x/e, of the same shape; x is unchanged except for rounding.
  void first_degree(DenseBlock<Real>& x, DenseBlock<Real>& y) const;

 private:
  int degree_;
  Laplacian::Recurrence<Real> step_;  // 2 (m − L)/e
  std::function<void()> tick_;
};

extern template class FilterOperator<float>;
extern template class FilterOperator<double>;

}  // namespace querent::spectral
