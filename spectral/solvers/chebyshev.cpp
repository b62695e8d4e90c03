// SPDX-License-Identifier: Apache-2.0
// A Chebyshev filter of the Laplacian.
//
//   Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky: Self-consistent-field calculations using
//   Chebyshev-filtered subspace iteration. J. Comput. Phys. 219 (2006), Algorithm 4.1.
//
//   m = (upper + cutoff)/2, e = (upper − cutoff)/2
//   y_0 = x,  y_1 = (m − L) y_0 / e,  y_{k+1} = 2 (m − L) y_k / e − y_{k−1};  p(L) x = y_degree
//
// Deviations: the sign, (m − λ)/e instead of (λ − m)/e, so that the gain below the cutoff is
// positive for odd degrees too; and no scaling by the gain, since it stays far below the largest
// float.
#include <querent/spectral/solvers/chebyshev.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace querent::spectral {

double ChebyshevFilter::gain(double lambda) const {
  const double t = (upper + cutoff - 2 * lambda) / (upper - cutoff);
  if (t > 1) return std::cosh(degree * std::acosh(t));
  if (t >= -1) return std::cos(degree * std::acos(t));
  return (degree % 2 == 0 ? 1 : -1) * std::cosh(degree * std::acosh(-t));
}

double ChebyshevFilter::eigenvalue(double gain) const {
  const double t = std::cosh(std::acosh(std::max(1.0, gain)) / degree);
  return std::max(0.0, (upper + cutoff - t * (upper - cutoff)) / 2);
}

ChebyshevFilter filter_above(double cutoff, double upper_bound) {
  constexpr double kDegree = 5;
  const double upper = std::max(upper_bound, 1.25 * cutoff);
  return {.cutoff = cutoff,
          .upper = upper,
          .degree = static_cast<int>(std::clamp(kDegree / std::sqrt(cutoff / upper), 4.0, 400.0))};
}

template <class Real>
FilterOperator<Real>::FilterOperator(const Laplacian& L, const ChebyshevFilter& filter,
                                     std::function<void()> tick)
    : degree_(filter.degree),
      step_(L, (filter.upper + filter.cutoff) / 2, 4 / (filter.upper - filter.cutoff)),
      tick_(std::move(tick)) {}

template <class Real>
void FilterOperator<Real>::apply(DenseBlock<Real>& x, DenseBlock<Real>& spare) const {
  step_.enter(x);
  for (int k = 0; k < degree_; ++k) {
    tick_();
    if (k == 0) {
      step_.start(x, spare);
    } else {
      step_.advance(x, spare);
    }
    x.swap(spare);
  }
  step_.leave(x);
}

template <class Real>
void FilterOperator<Real>::first_degree(DenseBlock<Real>& x, DenseBlock<Real>& y) const {
  step_.enter(x);
  step_.start(x, y);
  step_.leave(x);
  step_.leave(y);
}

template class FilterOperator<float>;
template class FilterOperator<double>;

}  // namespace querent::spectral
