// SPDX-License-Identifier: Apache-2.0
// refused with: a query rule needs `double probability\(const Prediction& p\) const`
#include "playing.hpp"

struct Rule {
#ifdef MISTAKE
  bool probability(const Prediction& p) const { return p.margin < 1; }
#else
  double probability(const Prediction& p) const { return p.margin < 1 ? 1.0 : 0.0; }
#endif
};

int main() {
  played(Perceptron{}, Rule{});
}
