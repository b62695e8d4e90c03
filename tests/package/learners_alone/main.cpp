// SPDX-License-Identifier: Apache-2.0
// Learns y = [x_1 > x_2] from corners of a square.
#include <array>

#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/play.hpp>
#include <querent/learners/query/all.hpp>

int main() {
  using namespace querent;
  Perceptron learner;
  AskAll query;
  Rng rng = make_rng(0, 0, Stream::kQuery);
  const std::array<std::array<double, 2>, 2> corner{{{1, 0}, {0, 1}}};
  const std::array<std::size_t, 6> order{0, 1, 0, 1, 0, 1};
  const Tally tally = play(
      learner, query, order, [&](std::size_t i) { return DenseRow{corner[i]}; },
      [](std::size_t i) { return i == 0 ? 1 : 0; }, rng, [](std::size_t, const Round&) {});
  return tally.rounds == 6 && tally.mistakes <= 2 ? 0 : 1;
}
