// SPDX-License-Identifier: Apache-2.0
// A Chebyshev filter of the Laplacian.
//
//   Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky: Self-consistent-field calculations using
//   Chebyshev-filtered subspace iteration. J. Comput. Phys. 219 (2006), Algorithm 4.1.
//
//   m = (upper + cutoff)/2, e = (upper − cutoff)/2
//   y_0 = x,  y_1 = (m − L) y_0 / e,  y_{k+1} = 2 (m − L) y_k / e − y_{k−1};  p(L) x = y_degree
//
// Deviations: the sign, (m − λ)/e for (λ − m)/e, so that the gain below the cutoff is positive for
// odd degrees too; and no scaling by the gain, since double (1e308) holds every gain used here.
// With L = diag − W each step is one pass over rows and one product that adds (2/e) W y_k in place.
#include <querent/spectral/chebyshev.hpp>

#include <cmath>

#include <querent/spectral/parallel.hpp>

namespace querent::spectral {

double ChebyshevFilter::gain(double lambda) const {
  const double t = (upper + cutoff - 2 * lambda) / (upper - cutoff);
  if (t > 1) return std::cosh(degree * std::acosh(t));
  if (t >= -1) return std::cos(degree * std::acos(t));
  return (degree % 2 == 0 ? 1 : -1) * std::cosh(degree * std::acosh(-t));
}

template <class Real>
FilterOperator<Real>::FilterOperator(const Laplacian& L, const ChebyshevFilter& filter,
                                     std::uint64_t columns)
    : L_(L),
      filter_(filter),
      W_(L, 4 / (filter.upper - filter.cutoff)),
      previous_(L.size(), columns) {}

template <class Real>
void FilterOperator<Real>::apply(DenseBlock<Real>& x) {
  const double m = (filter_.upper + filter_.cutoff) / 2;
  const double two_over_e = 4 / (filter_.upper - filter_.cutoff);
  const auto n = static_cast<Eigen::Index>(L_.size());
  const std::uint64_t columns = x.cols();
  for (int k = 0; k < filter_.degree; ++k) {
    // previous ← (2/e)(m − diag) x − previous, previous ← previous + (2/e) W x; half of it at k = 0
    for_rows(L_.threads(), n, 4096, [&](Eigen::Index first, Eigen::Index last) {
      for (auto i = static_cast<std::uint64_t>(first); i < static_cast<std::uint64_t>(last); ++i) {
        const auto a = static_cast<Real>(two_over_e * (m - L_.diagonal()[i]));
        const Real* in = x.row(i);
        Real* out = previous_.row(i);
        if (k == 0) {
          for (std::uint64_t c = 0; c < columns; ++c) out[c] = a * in[c];
        } else {
          for (std::uint64_t c = 0; c < columns; ++c) out[c] = a * in[c] - out[c];
        }
      }
    });
    W_.add_product(x, previous_);
    if (k == 0) {
      for_rows(L_.threads(), n, 4096, [&](Eigen::Index first, Eigen::Index last) {
        Real* out = previous_.row(static_cast<std::uint64_t>(first));
        const auto count = static_cast<std::uint64_t>(last - first) * columns;
        for (std::uint64_t c = 0; c < count; ++c) out[c] *= Real{0.5};
      });
    }
    x.swap(previous_);
  }
}

template class FilterOperator<float>;
template class FilterOperator<double>;

}  // namespace querent::spectral
