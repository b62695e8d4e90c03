// SPDX-License-Identifier: Apache-2.0
// cos 2πu, sin 2πu and ln x from exactly rounded operations only (+, −, ×, ÷, comparisons). They
// give the same bits on every machine, unlike the C library, whose results depend on its version
// and the processor; errors are a few units in the last place.
#pragma once

#include <cmath>
#include <utility>

namespace [[gnu::visibility("default")]] querent {
namespace detail {

/// The nearest integer, |u| < 2^51.
inline double nearest(double u) {
  constexpr double kMagic = 0x1.8p52;  // above this, doubles are integers
  return (u + kMagic) - kMagic;
}

/// cos 2πu and sin 2πu; |u| ≥ 2^50, where doubles have no fraction, is treated as 0.
inline std::pair<double, double> of_turns(double u) {
  u = std::fabs(u) < 0x1p50 ? u : 0.0;
  const double r = u - nearest(u);                         // −1/2 … 1/2
  const double q = nearest(4 * r);                         // quarter turns: −2 … 2
  const double t = 6.283185307179586476925 * (r - q / 4);  // |t| ≤ π/4: Taylor's series to t^16
  const double tt = t * t;
  const double s =
      t * (1 + tt * (-1 / 6.0 +
                     tt * (1 / 120.0 +
                           tt * (-1 / 5040.0 +
                                 tt * (1 / 362880.0 +
                                       tt * (-1 / 39916800.0 +
                                             tt * (1 / 6227020800.0 - tt / 1307674368000.0)))))));
  const double c =
      1 + tt * (-1 / 2.0 +
                tt * (1 / 24.0 +
                      tt * (-1 / 720.0 +
                            tt * (1 / 40320.0 +
                                  tt * (-1 / 3628800.0 +
                                        tt * (1 / 479001600.0 + tt * (-1 / 87178291200.0 +
                                                                      tt / 20922789888000.0)))))));
  const bool odd = q * q == 1, back = q * q == 4;
  const double cosine = odd ? s : c, sine = odd ? c : s;
  return {back || q == 1 ? -cosine : cosine, back || q == -1 ? -sine : sine};
}

/// ln x, x > 0 and normal: ln 2^e m = e ln 2 + 2 artanh((m − 1)/(m + 1)).
inline double natural_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);  // 1/2 ≤ m < 1
  if (m < 0.70710678118654752) {
    m *= 2;
    --e;
  }
  const double s = (m - 1) / (m + 1), ss = s * s;  // |s| ≤ 0.172
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * ss + 1.0 / k;
  return e * 0.693147180559945309417 + 2 * s * sum;
}

}  // namespace detail
}  // namespace querent
