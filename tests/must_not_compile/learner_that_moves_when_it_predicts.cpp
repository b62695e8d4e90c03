// SPDX-License-Identifier: Apache-2.0
// refused with: a learner needs `Prediction predict\(const X& x\) const`
#include "playing.hpp"

struct Learner {
#ifdef MISTAKE
  Prediction predict(const DenseRow&) { return {}; }
#else
  Prediction predict(const DenseRow&) const { return {}; }
#endif
  bool update(const DenseRow&, int) { return false; }
};

int main() {
  played(Learner{}, AskAll{});
}
