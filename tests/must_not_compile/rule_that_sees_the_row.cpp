// SPDX-License-Identifier: Apache-2.0
// refused with: a query rule needs `double probability\(const Prediction& p\) const`
#include "playing.hpp"

struct Rule {
#ifdef MISTAKE
  double probability(const DenseRow& x) const { return squared_norm(x); }
#else
  double probability(const Prediction& p) const { return p.squared_norm; }
#endif
};

int main() {
  played(Perceptron{}, Rule{});
}
