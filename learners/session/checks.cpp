// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/checks.hpp>

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>

namespace querent {

namespace {

// The arguments are always in range: without these, types of Boost's exceptions would be exported.
namespace policies = boost::math::policies;
using NeverThrows = policies::policy<policies::domain_error<policies::errno_on_error>,
                                     policies::pole_error<policies::errno_on_error>,
                                     policies::overflow_error<policies::errno_on_error>,
                                     policies::evaluation_error<policies::errno_on_error>,
                                     policies::rounding_error<policies::errno_on_error>>;

}  // namespace

Estimate Checks::estimate(double alpha) const {
  if (drawn == 0) return {};
  const double J = static_cast<double>(drawn), m = static_cast<double>(wrong);
  Estimate e{.value = m / J, .low = 0, .high = 1};
  if (wrong > 0) e.low = boost::math::ibeta_inv(m + 0.5, J - m + 0.5, alpha / 2, NeverThrows());
  if (wrong < drawn)
    e.high = boost::math::ibetac_inv(m + 0.5, J - m + 0.5, alpha / 2, NeverThrows());
  return e;
}

std::uint64_t looks_due(std::uint64_t drawn) {
  std::uint64_t looks = 0;
  for (std::uint64_t at = 10; at <= drawn; ++looks)
    at = std::max(at + 1, static_cast<std::uint64_t>(std::ceil(1.1 * static_cast<double>(at))));
  return looks;
}

bool goal_reached(const Checks& checks, std::uint64_t look, double goal) {
  // one side of the interval: 2α
  return checks.estimate(2 * 0.05 / static_cast<double>(look * (look + 1))).high <= goal;
}

}  // namespace querent
