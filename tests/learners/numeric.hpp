// SPDX-License-Identifier: Apache-2.0
// Slow reference computations for the tests of the linear learners.
#pragma once

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/learner.hpp>
#include <querent/learners/random.hpp>

namespace querent {

/// The minimum of a convex function of one variable on [low, high], by golden section.
template <class F>
double argmin(F&& f, double low, double high) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  for (int step = 0; step < 200; ++step) {
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
    a = high - ratio * (high - low);
    b = low + ratio * (high - low);
  }
  return (low + high) / 2;
}

/// A row of d numbers in [−1, 1].
inline std::vector<double> random_row(std::size_t d, Rng& rng) {
  std::vector<double> x(d);
  for (double& v : x) v = 2 * uniform01(rng) - 1;
  return x;
}

/// Calls check(x, y, learner before, learner after, whether it changed) in each round; labels are a
/// noisy half-space.
template <class Learner, class Check>
void each_round(Learner learner, std::size_t d, int T, Check&& check) {
  Rng rng = make_rng(21, 0, Stream::kLearner);
  const std::vector<double> u = random_row(d, rng);
  for (int t = 0; t < T; ++t) {
    const std::vector<double> x = random_row(d, rng);
    const int label = (dot(u, DenseRow{x}) > 0) != (uniform01(rng) < 0.15) ? 1 : 0;
    const Learner before = learner;
    const bool moved = learner.update(DenseRow{x}, label);
    check(x, label, before, learner, moved);
  }
}

}  // namespace querent
