// SPDX-License-Identifier: Apache-2.0
// refused with: which says whether the model moved
#include "playing.hpp"

struct Learner {
  Prediction predict(const DenseRow&) const { return {}; }
#ifdef MISTAKE
  void update(const DenseRow&, int) {}
#else
  bool update(const DenseRow&, int) { return false; }
#endif
};

int main() {
  played(Learner{}, AskAll{});
}
