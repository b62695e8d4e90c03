// SPDX-License-Identifier: Apache-2.0
// refused with: label\(i\) must give the class index of x_i, an int
#include "playing.hpp"

#include <string>

int main() {
  Perceptron learner;
  AskAll rule;
  Rng rng = make_rng(0, 0, Stream::kQuery);
#ifdef MISTAKE
  const auto label = [](int) { return std::string("spam"); };
#else
  const auto label = [](int) { return 1; };
#endif
  play(
      learner, rule, std::vector<int>{0, 1}, [](int) { return DenseRow{kX}; }, label, rng,
      [](int, const Round&) {});
}
