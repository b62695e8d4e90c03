// SPDX-License-Identifier: Apache-2.0
// refused with: row\(i\) must give a DenseRow or a SparseRow
#include "playing.hpp"

int main() {
  Perceptron learner;
  AskAll rule;
  Rng rng = make_rng(0, 0, Stream::kQuery);
  const std::vector<std::vector<double>> rows{{1, 0}, {0, 1}};
#ifdef MISTAKE
  const auto row = [&](std::size_t i) { return rows[i]; };
#else
  const auto row = [&](std::size_t i) { return DenseRow{rows[i]}; };
#endif
  play(
      learner, rule, std::vector<std::size_t>{0, 1}, row, [](std::size_t) { return 1; }, rng,
      [](std::size_t, const Round&) {});
}
