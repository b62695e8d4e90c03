// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <querent/learners/random.hpp>
#include <querent/learners/session/calibration.hpp>

using namespace querent;

namespace {

// Labels of three classes, drawn with the probabilities of drawn scores at inverse temperature t.
std::vector<LabelledScores> drawn_with(double t, int count, Rng& rng) {
  std::vector<LabelledScores> known;
  for (int l = 0; l < count; ++l) {
    LabelledScores one{.f = {0.6 * uniform01(rng), 0.6 * uniform01(rng), 0.6 * uniform01(rng)}};
    const std::vector<double> p = probabilities(one.f, t);
    const double u = uniform01(rng);
    one.label = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    known.push_back(one);
  }
  return known;
}

}  // namespace

TEST_CASE("inverse temperature: recovered from labels drawn with it, the prior without labels") {
  Rng rng(10);
  constexpr double kTrue = 9;
  CHECK(inverse_temperature(drawn_with(kTrue, 20'000, rng)) ==
        doctest::Approx(kTrue).epsilon(0.05).scale(0));
  CHECK(inverse_temperature({}) == doctest::Approx(6).epsilon(1e-4));
  const std::vector<double> p = probabilities(std::vector<double>{1, 2}, 3);
  CHECK(p[1] / p[0] == doctest::Approx(std::exp(3)));
}
