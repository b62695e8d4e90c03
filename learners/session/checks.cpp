// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/checks.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

// otherwise the types of Boost's exceptions would be exported; Boost calls throw_exception() below
#define BOOST_NO_EXCEPTIONS
#include <boost/math/special_functions/beta.hpp>

namespace boost {
void throw_exception(const std::exception& error) {
  throw std::domain_error(error.what());
}
void throw_exception(const std::exception& error, const source_location&) {
  throw_exception(error);
}
}  // namespace boost

namespace querent {

Estimate Checks::estimate(double alpha) const {
  if (drawn == 0) return {.has_value = false};
  const double J = static_cast<double>(drawn), m = static_cast<double>(wrong);
  Estimate e{.value = boost::math::ibeta_inv(m + 0.5, J - m + 0.5, 0.5),
             .has_value = drawn >= kFewestChecks};
  if (wrong > 0) e.low = boost::math::ibeta_inv(m + 0.5, J - m + 0.5, alpha / 2);
  if (wrong < drawn) e.high = boost::math::ibetac_inv(m + 0.5, J - m + 0.5, alpha / 2);
  return e;
}

double beta_quantile(double p, double mean, double weight) {
  return boost::math::ibeta_inv(mean * weight, (1 - mean) * weight, p);
}

double binomial_at_most(std::uint64_t k, std::uint64_t n, double p) {
  // twice as fast as in long double, which is the default
  using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  if (k >= n) return 1;
  return boost::math::ibetac(static_cast<double>(k) + 1, static_cast<double>(n - k), p, InDouble());
}

std::uint64_t looks_due(std::uint64_t drawn) {
  std::uint64_t looks = 0;
  for (std::uint64_t at = 10; at <= drawn; ++looks)
    at = std::max(at + 1, static_cast<std::uint64_t>(std::ceil(1.1 * static_cast<double>(at))));
  return looks;
}

bool goal_reached(const Checks& checks, std::uint64_t look, double goal) {
  // one side of the interval, so 2α
  return checks.estimate(2 * 0.05 / static_cast<double>(look * (look + 1))).high <= goal;
}

}  // namespace querent
