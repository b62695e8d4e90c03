// SPDX-License-Identifier: Apache-2.0
// refused with: a learner needs `bool update\(const X& x, int y\)`
#include "playing.hpp"

struct Learner {
  Prediction predict(const DenseRow&) const { return {}; }
#ifndef MISTAKE
  bool update(const DenseRow&, int) { return false; }
#endif
};

int main() {
  played(Learner{}, AskAll{});
}
